import type { Lab } from '../../lab/lab';
import { dotOnCanvas } from './region-canvas';
import type { RegionDot } from './region-modes';
import type { Plane } from './region-plane';

/** CSS pixels: how near to a dot one must point, and how far a press may go and still be a tap. */
const NEAR = 26;
const TAP = 5;
/** CSS pixels: a drag that begins nearer to 0 would tear at the step. */
const LEVER = 16;
/** CSS pixels of a finger to the side for a step e times as long: up and down it scrolls the sheet. */
const STROKE = 120;
/** By what a key changes the step. */
const NOTCH = 1.05;

/** What is shown now, and whose step may be changed. */
export interface Pointed {
  readonly plane: Plane | null;
  readonly dots: readonly RegionDot[];
  readonly count: number;
  /** The mode that is pointed at or chosen; −1: none. */
  mode: number;
  /** The window doesn't change while the cloud is dragged. */
  dragging: boolean;
}

/**
 * Mouse, touch and keys on the picture. Pointing at a dot tells its mode, a tap keeps it; arrows go from mode to mode.
 * Dragging away from 0 draws the whole cloud along, as every hλ grows with h; plus and minus do the same.
 */
export function followPointer(canvas: HTMLCanvasElement, lab: Lab, pointed: Pointed, onChange: () => void): void {
  let kept = -1;
  let press: { x: number; y: number; dt: number; far: number } | null = null;
  let setting = false;
  /** The step that is wanted while the last one is being set. */
  let wanted: number | null = null;

  function point(mode: number): void {
    if (mode === pointed.mode) return;
    pointed.mode = mode;
    onChange();
  }

  function nearest(event: PointerEvent): number {
    let mode = -1;
    let least = NEAR;
    for (const dot of pointed.dots) {
      if (!pointed.plane) break;
      const { x, y } = dotOnCanvas(pointed.plane, dot);
      const distance = Math.hypot(x - event.offsetX, y - event.offsetY);
      if (distance < least) [least, mode] = [distance, dot.mode];
    }
    return mode;
  }

  async function setStep(dt: number): Promise<void> {
    wanted = dt;
    if (setting) return;
    setting = true;
    while (wanted !== null) {
      const next = Number(wanted.toPrecision(4));
      wanted = null;
      // A refusal is shown as a message.
      if (next > 0) await lab.set('dt', next).catch(() => {});
    }
    setting = false;
  }

  /** How far from 0, CSS pixels: in the z plane in any direction, over hω to the right. */
  function lever(x: number, y: number): number {
    if (!pointed.plane) return 0;
    const { view, toX, toY } = pointed.plane;
    return view === 'z' ? Math.hypot(x - toX(0), y - toY(0)) : x - toX(0);
  }

  /** By what a drag stretches the cloud; 0: not at all, as it began where there is nothing to take hold of. */
  function stretch(from: { x: number; y: number }, { pointerType, offsetX, offsetY }: PointerEvent): number {
    if (pointerType === 'touch') {
      const outwards = pointed.plane?.view === 'z' ? from.x - offsetX : offsetX - from.x;
      return Math.exp(outwards / STROKE);
    }
    const before = lever(from.x, from.y);
    return before < LEVER ? 0 : Math.max(0.02, lever(offsetX, offsetY) / before);
  }

  canvas.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    press = { x: event.offsetX, y: event.offsetY, dt: lab.frame.status.params.dt, far: 0 };
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener('pointermove', (event) => {
    if (!press) return point(nearest(event));
    press.far = Math.max(press.far, Math.hypot(event.offsetX - press.x, event.offsetY - press.y));
    const by = press.far < TAP ? 0 : stretch(press, event);
    if (!(by > 0)) return;
    pointed.dragging = true;
    void setStep(press.dt * by);
  });
  canvas.addEventListener('pointerup', (event) => {
    if (press && press.far < TAP) {
      kept = nearest(event);
      point(kept);
    }
    end();
  });
  canvas.addEventListener('pointercancel', end);
  canvas.addEventListener('pointerleave', () => {
    if (!press) point(Math.min(kept, pointed.count - 1));
  });

  function end(): void {
    press = null;
    if (pointed.dragging) onChange();
    pointed.dragging = false;
  }

  canvas.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const last = pointed.count - 1;
    const at = pointed.mode;
    const { dt } = lab.frame.status.params;
    if (event.key === '+' || event.key === '=') void setStep((wanted ?? dt) * NOTCH);
    else if (event.key === '-') void setStep((wanted ?? dt) / NOTCH);
    else {
      // The first arrow begins at the fastest mode: it is the one that matters.
      const to: Record<string, number> = {
        ArrowLeft: at < 0 ? last : at - 1,
        ArrowDown: at < 0 ? last : at - 1,
        ArrowRight: at < 0 ? last : at + 1,
        ArrowUp: at < 0 ? last : at + 1,
        Home: 0,
        End: last,
      };
      if (!(event.key in to)) return;
      kept = Math.max(-1, Math.min(last, Math.max(0, to[event.key])));
      point(kept);
    }
    event.preventDefault();
  });
}
