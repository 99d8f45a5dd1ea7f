import type { Vec3 } from '../../physics';
import { STRIDE } from '../../physics/model/model';
import type { Arrow } from '../../render/view';
import type { Frame } from '../../runtime/frame/frame';
import { element, setText } from '../controls/element';
import { sizeOf } from '../lab/extent';
import type { Lab } from '../lab/lab';
import { withEquations } from './equation';
import { vectorWithUnit, withUnit } from './vector-format';
import type { Widget } from './widget';

/** CSS pixels; how near the pointer must be to a spring. */
const REACH = 16;
/** Of the longer arrow, in rest lengths, and at least in parts of what there is to be seen. */
const ARROW = { ofSpring: 0.6, ofScene: 0.08 };
/** Of the longer arrow. */
const SHORTEST = 0.05;
const COLOR_F = '#0b86c0';
const COLOR_FD = '#d55e00';

const ROWS = {
  ends: 'joins particles',
  constraint: '$C = |\\mathbf x_a - \\mathbf x_b| - d$',
  rate: '$\\dot C$',
  gradient: '$\\nabla C = \\partial C / \\partial \\mathbf x_a$',
  force: '$\\mathbf f_a = -k\\, C\\, \\nabla C$',
  damping: '$\\mathbf f^D_a = -\\mu\\, \\dot C\\, \\nabla C$',
  energy: '$E = \\tfrac k2 C^2$',
} as const;

/** Of the spring that is shown: what a frame doesn't tell. */
interface Strength {
  spring: number;
  /** N/m. */
  k: number;
  /** N·s/m. */
  mu: number;
  /** m; of the whole scene. */
  size: number;
}

/**
 * C, ∇C, f and f_D of one spring, live: of the one last pointed at, or of the one whose number is typed. The spring is
 * marked in the picture, with the two forces on its first end as arrows of one scale.
 */
export function springInstrument(lab: Lab): Widget {
  const { canvas } = lab.view;
  const { springs } = lab.frame.structure;
  let spring = Math.floor(springs.length / 4);
  let asking = false;
  let closed = false;
  let strength: Strength | null = null;

  const box = element('input', { type: 'number', min: 0, step: 1, id: 'lesson-spring', change: typed });
  const values = Object.fromEntries(Object.keys(ROWS).map((key) => [key, element('dd')])) as Record<
    keyof typeof ROWS,
    HTMLElement
  >;
  const labels = Object.entries(ROWS) as [keyof typeof ROWS, string][];
  const node = element(
    'div',
    { class: 'instrument' },
    element(
      'p',
      {},
      'Point at a spring in the picture, or type its number: ',
      element('label', { for: 'lesson-spring', class: 'unseen' }, 'Number of the spring'),
      box,
    ),
    element(
      'dl',
      { class: 'readings' },
      ...labels.flatMap(([key, label]) => [element('dt', {}, ...withEquations(label)), values[key]]),
    ),
    element(
      'p',
      { class: 'key' },
      element('i', { style: `background:${COLOR_F}` }),
      ' spring force ',
      element('i', { style: `background:${COLOR_FD}` }),
      ' damping force, both on the first end and drawn to the same scale',
    ),
  );
  box.value = String(spring);

  function choose(j: number): void {
    spring = j;
    box.value = String(j);
    lab.view.markSpring(j);
    void ask();
  }

  function typed(): void {
    const j = Number(box.value);
    const last = lab.frame.structure.springs.length / 2 - 1;
    if (Number.isInteger(j)) choose(Math.min(Math.max(j, 0), last));
    box.value = String(spring);
  }

  function point({ clientX, clientY }: PointerEvent): void {
    const j = lab.view.springAt(clientX, clientY, REACH);
    if (j >= 0 && j !== spring) choose(j);
  }

  async function ask(): Promise<void> {
    if (asking || closed) return;
    asking = true;
    try {
      const j = spring;
      const now = await lab.ask('spring', { spring: j });
      if (closed) return;
      const { constraint: C, rate, gradient: n, stiffness: k, damping: mu } = now;
      setText(values.ends, `${now.ends[0]} and ${now.ends[1]}`);
      setText(values.constraint, `${withUnit(1000 * C, 'mm')} of d = ${withUnit(now.restLength, 'm')}`);
      setText(values.rate, withUnit(rate, 'm/s'));
      setText(values.gradient, vectorWithUnit(n, ''));
      setText(values.force, vectorWithUnit(scaled(n, -k * C), 'N'));
      setText(values.damping, vectorWithUnit(scaled(n, -mu * rate), 'N'));
      setText(values.energy, withUnit(1000 * 0.5 * k * C * C, 'mJ'));
      strength = { spring: j, k, mu, size: sizeOf(lab.frame.positions) };
    } catch {
      // Another scene came in between, and has no such spring.
      strength = null;
    } finally {
      asking = false;
    }
  }

  canvas.addEventListener('pointermove', point);
  canvas.addEventListener('pointerdown', point);
  choose(spring);
  return {
    node,
    update: () => void ask(),
    follow(frame) {
      const known = strength && 2 * strength.spring < frame.structure.springs.length;
      lab.view.setArrows(strength && known ? arrows(frame, strength) : []);
    },
    dispose() {
      closed = true;
      canvas.removeEventListener('pointermove', point);
      canvas.removeEventListener('pointerdown', point);
      lab.view.markSpring(-1);
      lab.view.setArrows([]);
    },
  };
}

function scaled([x, y, z]: Vec3, factor: number): Vec3 {
  return [factor * x, factor * y, factor * z];
}

/**
 * Both forces on the first end, from the very frame that is drawn; the longer one spans what ARROW says, and what is too
 * short to be seen is left out.
 */
function arrows({ positions, velocities, structure }: Frame, { spring, k, mu, size }: Strength): Arrow[] {
  const [a, b] = structure.springs.subarray(2 * spring, 2 * spring + 2);
  const at = (array: Frame['positions'], i: number) => Array.from(array.subarray(STRIDE * i, STRIDE * i + 3)) as Vec3;
  const from = at(positions, a);
  const d = from.map((x, axis) => x - at(positions, b)[axis]);
  const length = Math.hypot(...d);
  if (!(length > 0)) return [];
  const n = d.map((x) => x / length) as Vec3;
  const restLength = structure.restLengths[spring];
  const v = at(velocities, a).map((x, axis) => x - at(velocities, b)[axis]);
  const f = -k * (length - restLength);
  const fD = -mu * (v[0] * n[0] + v[1] * n[1] + v[2] * n[2]);
  const largest = Math.max(Math.abs(f), Math.abs(fD));
  if (!(largest > 0)) return [];
  const scale = Math.max(ARROW.ofSpring * restLength, ARROW.ofScene * size) / largest;
  const arrow = (force: number, color: string, label: string): Arrow[] => {
    if (Math.abs(force) < SHORTEST * largest) return [];
    return [{ from, to: from.map((x, axis) => x + scale * force * n[axis]) as Vec3, color, label }];
  };
  return [...arrow(f, COLOR_F, 'f'), ...arrow(fD, COLOR_FD, 'fᴰ')];
}
