/** The view as the rest of the page uses it, without three.js. Screen coordinates are CSS pixels of the window. */
import { t } from '../language/translate';
import type { EnvironmentFile, Vec3 } from '../physics';
import type { DrawableFrame } from '../runtime/frame/frame';
import { SAMPLED_PARTICLES } from '../runtime/frame/samples';

/** Springs of a larger strain show on the cloth while their layer is off. In its first fall the default cloth stays below it. */
export const SHOWN_STRAIN = 0.16;

/** The layers that the user can show or hide; the panel's View folder is made from this table. */
export const VIEW_OPTIONS = {
  surface: { label: 'surface', default: true, help: 'Show the cloth.' },
  springs: { label: 'springs', default: false, help: 'Show the springs, coloured by strain.' },
  particles: { label: 'particles', default: false, help: 'Show the particles as dots.' },
  trails: {
    label: 'trails',
    default: true,
    help: t`Show the path of each particle, in scenes of at most ${SAMPLED_PARTICLES}.`,
  },
  shadows: {
    label: 'shadows',
    default: true,
    help: 'Show shadows on the floor and on the cloth. Without them a slow computer draws faster.',
  },
  sharp: {
    label: 'full resolution',
    default: true,
    help: 'Draw at the full resolution of the screen. At half the resolution a slow computer draws faster.',
  },
  floor: { label: 'floor grid', default: false, help: 'Show a grid on the floor, with lines 0.1 m and 1 m apart.' },
  handles: {
    label: 'handles',
    default: true,
    help: 'Show handles to drag planes, spheres and bodies. The ring moves them, the tip of the arrow turns a plane.',
  },
} as const;
export type ViewOption = keyof typeof VIEW_OPTIONS;
export type ViewOptions = Record<ViewOption, boolean>;

export function defaultViewOptions(): ViewOptions {
  return Object.fromEntries(Object.entries(VIEW_OPTIONS).map(([key, option]) => [key, option.default])) as ViewOptions;
}

/** Options for slow computers: no link holds them. */
const FOR_SPEED: readonly string[] = ['shadows', 'sharp'] satisfies ViewOption[];

/** The layers that are not shown or hidden as at first. */
export function changedLayers(options: ViewOptions): ViewOption[] {
  const keys = Object.keys(VIEW_OPTIONS) as ViewOption[];
  return keys.filter((key) => options[key] !== VIEW_OPTIONS[key].default && !FOR_SPEED.includes(key));
}

/** The particle that the pointer is over, and those that are held. */
export interface PointerGrab {
  /** Particle under the pointer, or −1. */
  hover: number;
  /** For each hand the held particle, or −1, and the target that it is pulled to, m. */
  readonly hands: readonly { held: number; target: Vec3 }[];
}

/** A point to drag an obstacle by: its position, or the tip of a plane's normal. */
export interface Handle {
  list: 'planes' | 'spheres' | 'bodies';
  /** Of the obstacle in its list. */
  index: number;
  part: 'move' | 'turn';
}

/** True for the floor that scenes have, level and through the origin: it belongs to the room, and has no handles. */
export function isRoomFloor({ point, normal: [x, y, z] }: EnvironmentFile['planes'][number]): boolean {
  return x === 0 && y > 0 && z === 0 && point.every((coordinate) => coordinate === 0);
}

/** A thin arrow over the scene, m. */
export interface Arrow {
  from: Vec3;
  to: Vec3;
  /** `#rrggbb` */
  color: string;
  /** A few letters at its tip. */
  label?: string;
}

/** How companions are drawn: as ghosts in the same view, or each in a pane of its own. */
export interface CompanionDisplay {
  style: 'ghosts' | 'split';
  /** The main run, then its companions in the order of the frame; `#rrggbb`. */
  runs: readonly { label: string; color: string }[];
}

/** A spring that a line on the screen crosses. */
export interface SpringCrossing {
  readonly spring: number;
  /** Where: 0 at its first end, 1 at its second. */
  readonly at: number;
}

/** What a picture of the view shows. */
export interface PictureOptions {
  /** Pixels; absent: as on the page. */
  size?: readonly [width: number, height: number];
  /** Without the room around the scene. */
  transparent?: boolean;
  /** The newest one, which may not be drawn yet; absent: the one that was drawn last. */
  frame?: DrawableFrame;
}

/** Where the camera is. */
export interface CameraControl {
  /** Position and target, 6 numbers, m; null if the user has not moved the camera since it framed the scene. */
  readonly pose: readonly number[] | null;
  /** Position and target at present, 6 numbers, m, whoever has moved it. */
  readonly current: readonly number[];
  /** Remembers the camera. @returns brings it back, framed again in another window if the user had not moved it */
  remember(): () => void;
  /** Takes a pose. If the next frame shows another scene, the pose replaces its framing. */
  setPose(pose: readonly number[]): void;
  /** Turns about the target, radians to the right and upwards, and multiplies the distance from it. */
  turn(right: number, up: number, distance?: number): void;
}

/** Widths of the edges of the canvas that other elements cover, CSS pixels. */
export type Inset = Readonly<Record<'top' | 'right' | 'bottom' | 'left', number>>;

export interface View {
  readonly canvas: HTMLCanvasElement;
  readonly camera: CameraControl;
  /** Draws the frame if anything has changed. Its arrays must stay as they are until the next frame is drawn. */
  draw(frame: DrawableFrame, grab: PointerGrab): void;
  setOptions(options: ViewOptions): void;
  setTheme(theme: 'light' | 'dark'): void;
  /** What the cloth seems to be made of: the id of a look, or null for the scene's own. */
  setLook(id: string | null): void;
  /** All looks, and the one that is shown. */
  readonly looks: readonly { id: string; label: string; summary: string }[];
  readonly look: string;
  /** True while springs are drawn, coloured by strain. */
  readonly showsSprings: boolean;
  /**
   * Fits the canvas to its element. @param inset kept free when framing @param eased true: the scene moves to its new place, absent: it
   * is there at once
   */
  resize(inset: Inset, eased?: boolean): void;
  /** Where a particle of the last drawn frame appears. */
  screenOf(particle: number): [number, number];
  /** The nearest particle of the last drawn frame within `radius` CSS pixels, or −1. */
  particleAt(x: number, y: number, radius: number): number;
  /** The nearest visible spring within `radius` CSS pixels, or −1; structural ones win a tie. */
  springAt(x: number, y: number, radius: number): number;
  /** All visible springs that the line between two screen points crosses, in their order along it. */
  springsAcross(from: readonly [number, number], to: readonly [number, number]): SpringCrossing[];
  /** The nearest handle of an obstacle within `radius` CSS pixels, or null. */
  handleAt(x: number, y: number, radius: number): Handle | null;
  /** The obstacle's new point, center or normal when its handle is dragged to (x, y); null if it no longer exists. */
  dragHandle(handle: Handle, x: number, y: number): Vec3 | null;
  /** Highlights the handle under the pointer. */
  showHandle(hover: Handle | null): void;
  /** Highlights a spring; −1: none. */
  markSpring(spring: number): void;
  /** Highlights particles. */
  markParticles(particles: readonly number[]): void;
  /** Replaces all arrows. */
  setArrows(arrows: readonly Arrow[]): void;
  /** Draws the companions of frames; null: none. */
  showCompanions(display: CompanionDisplay | null): void;
  /** How the values of a field map to colors: from zero to both sides, or from low to high. */
  setFieldScale(diverging: boolean): void;
  /** The present values at the ends of the palette; null without a field. */
  readonly fieldRange: readonly [low: number, high: number] | null;
  /** The point under (x, y) in the plane through `through` that faces the camera. */
  pointAt(x: number, y: number, through: Vec3): Vec3;
  /** Whether dragging orbits the camera (off while something is held). */
  orbit(on: boolean): void;
  /** Frames the whole scene in the free part of the window. */
  frameAll(): void;
  /**
   * Draws a frame at another size, without the bars of the page, and then fits the view to its element again.
   * @param width, height pixels @param use reads the canvas at once: later it is empty
   * @throws RangeError for a size that the graphics device can't draw
   */
  drawAt<T>(frame: DrawableFrame, width: number, height: number, use: (canvas: HTMLCanvasElement) => T): T;
  /** The view as a PNG image. */
  toPng(options?: PictureOptions): Promise<Blob>;
  /** Called when the WebGL context is lost (false) and when it is restored (true). */
  onContextChange: (available: boolean) => void;
}
