/** An instrument of a lesson: C, ∇C and the forces of one spring. */
import { t } from '../../language/translate';
import type { Vec3 } from '../../physics';
import type { Arrow } from '../../render/view';
import type { Frame } from '../../runtime/frame/frame';
import type { Answer } from '../../runtime/queries';
import { element, setText } from '../controls/element';
import { createAsker } from '../instruments/parts/instrument';
import { sizeOf, vectorAt } from '../lab/extent';
import type { Lab } from '../lab/lab';
import { lackOf, WITHOUT_LIMIT } from '../lab/limit';
import { valueTable } from './equation';
import { vectorWithUnit, type Widget, withUnit } from './lesson';

/** CSS pixels; largest distance between the pointer and a spring. */
const PICK_RADIUS = 16;
/** Length of the longer arrow, over the rest length; at least this fraction of the size of the scene. */
const ARROW_LENGTH = { overRestLength: 0.6, overScene: 0.08 };
/** An arrow shorter than this fraction of the longer one is not shown. */
const MIN_ARROW = 0.05;
const COLOR_F = '#0b86c0';
const COLOR_FD = '#d55e00';

const ROWS = {
  ends: 'connects particles',
  constraint: '$C = |\\mathbf x_a - \\mathbf x_b| - d$',
  rate: '$\\dot C$',
  gradient: '$\\nabla C = \\partial C / \\partial \\mathbf x_a$',
  force: '$\\mathbf f_a = -k\\, C\\, \\nabla C$',
  damping: '$\\mathbf f^D_a = -\\mu\\, \\dot C\\, \\nabla C$',
  energy: '$E = \\tfrac k2 C^2$',
} as const;

/** The selected spring as the engine has it, its number, and the size of the whole scene, m. */
type SpringData = Answer<'spring'> & { spring: number; size: number };

/**
 * Live values of the spring that the user points at, or whose number the user enters. The view marks the spring and shows
 * the two forces on its first end as arrows of the same scale.
 */
export function springInstrument(lab: Lab): Widget {
  const { canvas } = lab.view;
  const { springs } = lab.frame.structure;
  let spring = Math.floor(springs.length / 4);
  let data: SpringData | null = null;
  // Another scene was loaded in the meantime, and has no such spring.
  const asker = createAsker(lab, () => {
    data = null;
  });

  const box = element('input', { type: 'number', min: 0, step: 1, id: 'lesson-spring', change: enterNumber });
  const table = valueTable(Object.values(ROWS));
  const keys = Object.keys(ROWS);
  const cells = Object.fromEntries(keys.map((key, i) => [key, table.cells[i]])) as Record<
    keyof typeof ROWS,
    HTMLElement
  >;
  const node = element(
    'div.instrument',
    element(
      'p',
      'Point at a spring in the view, or enter its number: ',
      element('label.unseen', { for: 'lesson-spring' }, 'Number of the spring'),
      box,
    ),
    table.node,
    element(
      'p.key',
      element('i', { style: `background:${COLOR_F}` }),
      ' spring force ',
      element('i', { style: `background:${COLOR_FD}` }),
      ' damping force, both on the first end and at the same scale',
    ),
  );
  box.value = String(spring);

  function select(j: number): void {
    spring = j;
    box.value = String(j);
    lab.view.markSpring(j);
    query();
  }

  function enterNumber(): void {
    const j = Number(box.value);
    const last = lab.frame.structure.springs.length / 2 - 1;
    if (Number.isInteger(j)) select(Math.min(Math.max(j, 0), last));
    box.value = String(spring);
  }

  function selectAtPointer({ clientX, clientY }: PointerEvent): void {
    const j = lab.view.springAt(clientX, clientY, PICK_RADIUS);
    if (j >= 0 && j !== spring) select(j);
  }

  function query(): void {
    const j = spring;
    void asker.ask('spring', { spring: j }, (answer) => {
      const { ends, restLength, constraint: C, rate, gradient: n, stiffness: k, damping: mu } = answer;
      setText(cells.ends, t`${ends[0]} and ${ends[1]}`);
      setText(cells.constraint, t`${withUnit(1000 * C, 'mm')} of d = ${withUnit(restLength, 'm')}`);
      setText(cells.rate, withUnit(rate, 'm/s'));
      setText(cells.gradient, vectorWithUnit(n, ''));
      setText(cells.force, vectorWithUnit(scaled(n, -k * C), 'N'));
      setText(cells.damping, vectorWithUnit(scaled(n, -mu * rate), 'N'));
      setText(cells.energy, withUnit(1000 * 0.5 * k * C * C, 'mJ'));
      data = { spring: j, size: sizeOf(lab.frame.positions), ...answer };
    });
  }

  canvas.addEventListener('pointermove', selectAtPointer);
  canvas.addEventListener('pointerdown', selectAtPointer);
  select(spring);
  return {
    node,
    update: query,
    updateEachFrame(frame) {
      const known = data && 2 * data.spring < frame.structure.springs.length;
      lab.view.setArrows(data && known ? arrows(frame, data) : []);
    },
    dispose() {
      canvas.removeEventListener('pointermove', selectAtPointer);
      canvas.removeEventListener('pointerdown', selectAtPointer);
      lab.view.markSpring(-1);
      lab.view.setArrows([]);
    },
  };
}

function scaled([x, y, z]: Vec3, factor: number): Vec3 {
  return [factor * x, factor * y, factor * z];
}

/** Both forces on the first end, computed from the frame that is drawn. */
function arrows({ positions, velocities }: Frame, { ends, restLength, stiffness, damping, size }: SpringData): Arrow[] {
  const [a, b] = ends;
  const from = vectorAt(positions, a);
  const d = from.map((x, axis) => x - vectorAt(positions, b)[axis]);
  const length = Math.hypot(...d);
  if (!(length > 0)) return [];
  const n = d.map((x) => x / length) as Vec3;
  const v = vectorAt(velocities, a).map((x, axis) => x - vectorAt(velocities, b)[axis]);
  const f = -stiffness * (length - restLength);
  const fD = -damping * (v[0] * n[0] + v[1] * n[1] + v[2] * n[2]);
  const largest = Math.max(Math.abs(f), Math.abs(fD));
  if (!(largest > 0)) return [];
  const scale = Math.max(ARROW_LENGTH.overRestLength * restLength, ARROW_LENGTH.overScene * size) / largest;
  const arrow = (force: number, color: string, label: string): Arrow[] => {
    if (Math.abs(force) < MIN_ARROW * largest) return [];
    return [{ from, to: from.map((x, axis) => x + scale * force * n[axis]) as Vec3, color, label }];
  };
  return [...arrow(f, COLOR_F, 'f'), ...arrow(fD, COLOR_FD, 'fᴰ')];
}

// An instrument of a lesson: the largest stable dt in the current state.

/** ms between two queries: the engine takes a while for each. */
const PERIOD = 1000;

/** The engine computes the limit from the modes of the current state. */
export function limitInstrument(lab: Lab): Widget {
  const {
    node,
    cells: [limit, step],
  } = valueTable(['limit of $h$ in this state', '$h$']);
  // Another scene was loaded in the meantime.
  const asker = createAsker(lab, () => {
    setText(limit, 'not known for this state');
    setText(step, '');
  });

  function query(): void {
    if (!asker.isFree(PERIOD)) return;
    void asker.ask('limit', {}, (found) => {
      const { dt, isBound } = found;
      const current = lab.frame.status.params.dt;
      const [least, most] = isBound ? ['≥ ', '≤ '] : ['', ''];
      const lack = lackOf(found);
      setText(limit, lack ? WITHOUT_LIMIT[lack] : `${least}${(1000 * dt).toFixed(3)} ms`);
      const part = lack ? '' : t`, ${most}${((100 * current) / dt).toFixed(1)} % of it`;
      setText(step, `${withUnit(1000 * current, 'ms')}${part}`);
    });
  }

  return { node, update: query };
}
