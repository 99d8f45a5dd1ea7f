import type { Vec3 } from '../physics';
import type { DrawableFrame } from '../runtime/frame/frame';

/** What can be shown or hidden; the panel's View folder is made from this table. */
export const VIEW_OPTIONS = {
  surface: { label: 'surface', default: true, help: 'Show the cloth.' },
  springs: {
    label: 'springs',
    default: false,
    help: 'Show the springs, coloured by strain.',
  },
  particles: { label: 'particles', default: false, help: 'Show the particles as dots.' },
  trails: { label: 'trails', default: true, help: 'Show the path of each particle, in scenes of at most ten.' },
  floor: { label: 'floor grid', default: true, help: 'Show a grid on the floor, with lines 0.1 m apart.' },
  handles: {
    label: 'handles',
    default: true,
    help: 'Show handles to drag planes and spheres. The ring moves them, the tip of the arrow turns a plane.',
  },
} as const;
export type ViewOption = keyof typeof VIEW_OPTIONS;
export type ViewOptions = Record<ViewOption, boolean>;

/** What the hand does, to be drawn. */
export interface PointerGrab {
  /** Particle under the pointer, or −1. */
  hover: number;
  /** Particle that is held, or −1. */
  held: number;
  /** m; where it is pulled to. */
  target: Vec3;
}

/** What an obstacle can be dragged by: its place, or (planes) the tip of its normal. */
export interface Handle {
  list: 'planes' | 'spheres';
  /** Of the obstacle in its list. */
  index: number;
  part: 'move' | 'turn';
}

/** A thin arrow over the picture, m. */
export interface Arrow {
  from: Vec3;
  to: Vec3;
  /** `#rrggbb` */
  color: string;
  /** A few letters at its tip. */
  label?: string;
}

/** How those that run beside the run are drawn: as ghosts in the same view, or each in a pane of its own. */
export interface CompanionLook {
  style: 'ghosts' | 'split';
  /** The main run, and then its companions, as frames have them; `#rrggbb`. */
  runs: readonly { label: string; color: string }[];
}

/** The picture, as the rest of the page sees it. Screen coordinates are CSS pixels of the window. */
export interface View {
  readonly canvas: HTMLCanvasElement;
  draw(frame: DrawableFrame, hand: PointerGrab): void;
  setOptions(options: ViewOptions): void;
  setTheme(theme: 'light' | 'dark'): void;
  /** Fits the canvas to its element; `inset` in CSS pixels is covered by what stands around, and kept free when framing. */
  resize(inset: { top: number; right: number; bottom: number; left?: number }): void;
  /** Where a particle of the last drawn frame is seen. */
  screenOf(particle: number): [number, number];
  /** The nearest particle of the last drawn frame within `radius` CSS pixels, or −1. */
  particleAt(x: number, y: number, radius: number): number;
  /** The nearest spring that is there, within `radius` CSS pixels, or −1; structural ones win a tie. */
  springAt(x: number, y: number, radius: number): number;
  /** All springs that are there and are crossed, as they are seen, on the straight way between two places. */
  springsAcross(from: readonly [number, number], to: readonly [number, number]): number[];
  /** The nearest handle of an obstacle within `radius` CSS pixels, or null. */
  handleAt(x: number, y: number, radius: number): Handle | null;
  /** What the obstacle's point, center or normal becomes when its handle is dragged to (x, y); null where it is gone. */
  dragHandle(handle: Handle, x: number, y: number): Vec3 | null;
  /** Shows which handle is under the pointer, or null. */
  showHandle(hover: Handle | null): void;
  /** Points out a spring; −1: none. */
  markSpring(spring: number): void;
  /** Points out particles. */
  markParticles(particles: readonly number[]): void;
  /** Replaces all arrows. They stay where they are put until replaced. */
  setArrows(arrows: readonly Arrow[]): void;
  /** Draws the companions of frames; null: doesn't. */
  setCompany(look: CompanionLook | null): void;
  /**
   * How a frame's field turns into colour: from a neutral zero to both sides, or from low to high.
   * @param range where the colours end; absent: where most of the values lie
   */
  setFieldScale(diverging: boolean, range?: readonly [low: number, high: number]): void;
  /** Which values the palette's ends show at present; null while nothing is coloured by a field. */
  readonly fieldRange: readonly [low: number, high: number] | null;
  /** The point under (x, y) in the plane through `through` that faces the camera. */
  pointAt(x: number, y: number, through: Vec3): Vec3;
  /** Whether dragging orbits the camera (off while something is held). */
  orbit(on: boolean): void;
  /** Puts the whole scene into the free part of the window. */
  frameAll(): void;
  /** The view as a PNG picture. */
  picture(): Promise<Blob>;
  /** Called when the WebGL context is lost (false) and when it is back (true). */
  onContext: (there: boolean) => void;
  dispose(): void;
}
