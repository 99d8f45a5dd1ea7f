import { newestOnly } from '../../controls/pending';
import type { Lab } from '../../lab/lab';
import { dotOnCanvas, type Plane, type RegionDot } from './region-canvas';

/** CSS pixels: largest distance between pointer and dot, and largest movement of a tap. */
const NEAR = 26;
const TAP = 5;
/** CSS pixels: a drag must begin at least this far from 0, where it would change the step too fast. */
const MIN_LEVER = 16;
/** CSS pixels of a horizontal swipe for a step e times as long; a vertical swipe scrolls the dock. */
const STROKE = 120;
/** Factor by which a key changes the step. */
const NOTCH = 1.05;

/** The shown modes, and the highlighted one. */
export interface ModePointer {
  plane: Plane | null;
  dots: readonly RegionDot[];
  count: number;
  /** Index of the highlighted mode; −1 for none. */
  mode: number;
  /** True during a drag, when the shown range stays fixed. */
  dragging: boolean;
}

/**
 * Mouse, touch and keyboard input. Pointing at a dot highlights its mode, a tap keeps it; arrow keys go from mode to mode.
 * Dragging the dots away from 0 lengthens the step, as every hλ is proportional to h; so do plus and minus.
 */
export function addRegionInput(canvas: HTMLCanvasElement, lab: Lab, pointer: ModePointer, onChange: () => void): void {
  let kept = -1;
  let drag: { x: number; y: number; dt: number; distance: number } | null = null;
  const step = newestOnly(async (dt: number) => {
    if (dt > 0) await lab.set('dt', Number(dt.toPrecision(4)));
  });

  function point(mode: number): void {
    if (mode === pointer.mode) return;
    pointer.mode = mode;
    onChange();
  }

  function nearest(event: PointerEvent): number {
    let mode = -1;
    let least = NEAR;
    for (const dot of pointer.dots) {
      if (!pointer.plane) break;
      const { x, y } = dotOnCanvas(pointer.plane, dot);
      const distance = Math.hypot(x - event.offsetX, y - event.offsetY);
      if (distance < least) [least, mode] = [distance, dot.mode];
    }
    return mode;
  }

  /** Distance from 0, CSS pixels: in the z plane in any direction, over hω to the right. */
  function lever(x: number, y: number): number {
    if (!pointer.plane) return 0;
    const { view, area } = pointer.plane;
    const across = x - area.toX(0);
    return view === 'z' ? Math.hypot(across, y - area.toY(0)) : across;
  }

  /** Factor of the step for a drag; 0 for a drag that began too near to 0. */
  function stepFactor(from: { x: number; y: number }, { pointerType, offsetX, offsetY }: PointerEvent): number {
    if (pointerType === 'touch') {
      const outwards = pointer.plane?.view === 'z' ? from.x - offsetX : offsetX - from.x;
      return Math.exp(outwards / STROKE);
    }
    const before = lever(from.x, from.y);
    return before < MIN_LEVER ? 0 : Math.max(0.02, lever(offsetX, offsetY) / before);
  }

  canvas.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    drag = { x: event.offsetX, y: event.offsetY, dt: lab.frame.status.params.dt, distance: 0 };
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener('pointermove', (event) => {
    if (!drag) return point(nearest(event));
    drag.distance = Math.max(drag.distance, Math.hypot(event.offsetX - drag.x, event.offsetY - drag.y));
    const factor = drag.distance < TAP ? 0 : stepFactor(drag, event);
    if (!(factor > 0)) return;
    pointer.dragging = true;
    void step.set(drag.dt * factor);
  });
  canvas.addEventListener('pointerup', (event) => {
    if (drag && drag.distance < TAP) {
      kept = nearest(event);
      point(kept);
    }
    end();
  });
  canvas.addEventListener('pointercancel', end);
  canvas.addEventListener('pointerleave', () => {
    if (!drag) point(Math.min(kept, pointer.count - 1));
  });

  function end(): void {
    drag = null;
    if (pointer.dragging) onChange();
    pointer.dragging = false;
  }

  canvas.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const last = pointer.count - 1;
    const at = pointer.mode;
    const { dt } = lab.frame.status.params;
    if (event.key === '+' || event.key === '=') void step.set(dt * NOTCH);
    else if (event.key === '-') void step.set(dt / NOTCH);
    else {
      // The first arrow key chooses the fastest mode, which limits the step.
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
