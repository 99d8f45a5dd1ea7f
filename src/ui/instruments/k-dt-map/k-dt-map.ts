import './k-dt-map.css';
import type { Status } from '../../../runtime/frame/frame';
import { element, setAttribute, setText } from '../../controls/element';
import { methodLabel } from '../../lab/catalog-labels';
import type { Lab } from '../../lab/lab';
import type { Instrument } from '../instrument';
import { createJobControl } from '../parts/job-control';
import { prefixed } from '../parts/numbers';
import { createMapPicture, type MapScene } from './map-canvas';
import { emptyPlane, type Kind, type Plane, paint, placeOf, pointOf } from './map-cells';
import { createMapKey } from './map-legend';

const SIZE = 32;
/** By how much stiffness and dt go beyond the middle, at least. */
const STIFFER = 100;
const LONGER = 10 ** 1.25;
/** Runs that a map takes, about, and the time that it may take, s. */
const RUNS = 300;
const BUDGET = 25;
const STEPS: [number, number] = [64, 1000];
/** ms; of a step for one particle or spring, about. */
const COST = { explicit: 2e-5, implicit: 2e-4 };

const VERBS: Record<Kind, string> = { holds: 'holds', jitters: 'jitters', explodes: 'explodes' };
const KEYS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};
const HINT = 'Point at the map, or go over it with the arrow keys; a click, or Enter, goes there.';

/**
 * Which stiffness and step hold, jitter and explode under the present method: the scene is run from where it stands for
 * each point of the map, and the method's limit by theory is drawn over it. A click goes there.
 */
export function createStabilityMap(lab: Lab): Instrument {
  let plane = planeAbout(lab.frame.status);
  let line: MapScene['line'] = [];
  let cursor: MapScene['cursor'] = null;
  let method = '';
  let drawn = '';
  let steps = 0;
  const stepBox = element('input', {
    type: 'number',
    min: 1,
    step: 1,
    placeholder: 'auto',
    title: 'Steps that a run must survive to hold; empty: as many as can be afforded',
  });
  const job = createJobControl(lab, {
    name: 'stabilityMap',
    label: 'Compute again',
    help: 'Map the scene as it stands now, about the present stiffness and step',
    fields: [element('label', {}, 'Steps ', stepBox)],
    subject: ({ integrator, precision }) => `${integrator} ${precision}`,
    begin() {
      const { status } = lab.frame;
      plane = planeAbout(status);
      line = [];
      cursor = null;
      method = methodLabel(lab.catalog, status.integrator);
      steps = stepBox.value === '' ? affordable(lab) : stepBox.valueAsNumber;
      const { stiffness, dt } = plane;
      draw();
      return { integrator: status.integrator, precision: status.precision, stiffness, dt, size: SIZE, steps };
    },
    partial({ line: limits, patch }) {
      if (limits) line = limits;
      if (patch) paint(plane, patch);
      draw();
    },
    end: ({ runs }, seconds) => {
      const limit = describeLimit(line);
      return `${method}: ${runs} runs of ${steps} steps in ${seconds.toFixed(1)} s${limit}.`;
    },
  });
  const picture = createMapPicture('');
  const key = createMapKey();
  const told = element('p', { class: 'now', role: 'status', id: 'map-told' });
  const { canvas } = picture;
  setAttribute(canvas, 'role', 'application');
  setAttribute(canvas, 'tabindex', '0');
  setAttribute(canvas, 'aria-label', 'Map of stiffness and step: arrow keys move, Enter goes there');
  setAttribute(canvas, 'aria-describedby', 'map-told');
  setAttribute(canvas, 'title', 'Click to go there: sets the stiffness and dt');
  canvas.addEventListener('pointermove', (event) => point(picture.cellAt(event.offsetX, event.offsetY)));
  canvas.addEventListener('click', (event) => {
    point(picture.cellAt(event.offsetX, event.offsetY));
    void go();
  });
  canvas.addEventListener('keydown', onKey);
  const node = element('div', { class: 'stability-map' }, job.node, key.node, canvas, told);

  function draw(): void {
    const { stiffness, dt } = lab.frame.status.params;
    drawn = `${stiffness} ${dt}`;
    picture.draw({ plane, line, present: { stiffness, dt }, cursor });
  }

  function point(cell: MapScene['cursor']): void {
    cursor = cell;
    setText(told, cell ? sentence(plane, cell, steps) : HINT);
    draw();
  }

  function onKey(event: KeyboardEvent): void {
    const move = KEYS[event.key];
    if (!move && event.key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
    if (!move) {
      void go();
      return;
    }
    const { stiffness, dt } = lab.frame.status.params;
    const from = cursor ?? placeOf(plane, stiffness, dt);
    const within = (i: number) => Math.min(SIZE - 1, Math.max(0, Math.round(i)));
    point({ column: within(from.column + move[0]), row: within(from.row + move[1]) });
  }

  /** Sets stiffness and dt at once; a run that rests after a blow-up goes on from its last good state. */
  async function go(): Promise<void> {
    if (!cursor) return;
    const { stiffness, dt } = pointOf(plane, cursor.column, cursor.row);
    try {
      await Promise.all([lab.set('stiffness', stiffness), lab.set('dt', dt)]);
      if (lab.frame.status.blowUp) await lab.send({ type: 'resume' });
      setText(told, `Gone to k = ${prefixed(stiffness, 'N/m')}, dt = ${prefixed(dt, 's')}.`);
    } catch {
      // The lab has told why.
    }
  }

  setText(told, HINT);
  void job.start();
  return {
    node,
    update({ status: { params } }) {
      job.update();
      if (`${params.stiffness} ${params.dt}` !== drawn) draw();
    },
    dispose() {
      job.dispose();
      picture.dispose();
      key.dispose();
    },
  };
}

/** About the present stiffness, and the limit on dt at it, with the present dt in it. */
function planeAbout({ params, stability }: Status): Plane {
  const { dt } = params;
  // Without springs there is no map, and the job says so.
  const stiffness = params.stiffness || 1;
  const middle = stability.dt > 0 && Number.isFinite(stability.dt) ? stability.dt : dt;
  const reach = Math.max(LONGER, 2 * (dt / middle), 2 * (middle / dt));
  return emptyPlane({
    size: SIZE,
    stiffness: [stiffness / STIFFER, stiffness * STIFFER],
    dt: [middle / reach, middle * reach],
  });
}

/** Steps that all the runs can have in the time that a map may take. */
function affordable({ catalog, frame: { status, structure } }: Lab): number {
  const implicit = catalog.integrators.find(({ id }) => id === status.integrator)?.implicit;
  const stepTime = COST[implicit ? 'implicit' : 'explicit'] * (status.particleCount + structure.restLengths.length);
  return Math.min(STEPS[1], Math.max(STEPS[0], Math.round((1000 * BUDGET) / (RUNS * stepTime))));
}

function describeLimit(line: MapScene['line']): string {
  if (line.length === 0) return '';
  if (line.every(({ dt }) => dt === Number.POSITIVE_INFINITY)) return '; by theory it has no limit';
  if (line.every(({ dt }) => dt === 0)) return '; by theory it holds at no step';
  return '';
}

/** What is known of a cell. */
function sentence(plane: Plane, { column, row }: { column: number; row: number }, steps: number): string {
  const { stiffness, dt } = pointOf(plane, column, row);
  const cell = plane.cells[row * plane.size + column];
  const where = `k = ${prefixed(stiffness, 'N/m')}, dt = ${prefixed(dt, 's')}`;
  if (!cell) return `${where}: not computed yet.`;
  const { kind, step } = cell.fate;
  const when =
    step === null
      ? `for ${steps} steps`
      : `, seen after ${step} ${step === 1 ? 'step' : 'steps'} (${prefixed(step * dt, 's')})`;
  return `${where}: ${VERBS[kind]}${step === null ? ' ' : ''}${when}${cell.measured ? '' : ', as all around it'}.`;
}
