import type { GUI } from 'lil-gui';
import { t } from '../../language/translate';
import { SPRING_KINDS } from '../../physics/model/model';
import type { Processor, Structure } from '../../runtime/frame/frame';
import { findEquilibrium } from '../actions/equilibrium';
import { findMechanisms } from '../actions/mechanisms';
import { formatNumber, formatPercent, formatTimes } from '../controls/number-format';
import { methodOf, preconditionerChoices } from '../lab/catalog-labels';
import type { Engine } from '../lab/engine-client';
import { massOf } from '../lab/extent';
import type { Lab } from '../lab/lab';
import { ignoreShownError } from '../lab/message-list';
import { addButtons, addChoice, addNote, type PanelPart } from './controls';
import { fillEnvironment } from './environment-folder';
import { addFolder, addGroups, addSlider, together } from './params';

/** Playback, precision, and the solvers of implicit methods. */
export function fillIntegratorFolder(folder: GUI, lab: Lab): PanelPart {
  const playback = addGroups(folder, lab, 'Integrator');
  const precision = addChoice(
    folder,
    { [t('single')]: 'single', [t('double')]: 'double' },
    {
      label: 'precision',
      help: 'Floating-point precision of the engine: single has 7 digits, double 16.',
      read: (status) => status.precision,
      write: (id) => lab.set('precision', id),
    },
  );
  const processor = addChoice(
    folder,
    { automatic: 'auto', CPU: 'cpu', GPU: 'gpu' },
    {
      label: 'compute on',
      help: 'What computes the steps. Automatic: above 128 × 128 particles the graphics card, if it is at least twice as fast in a short trial. Its results differ in the last bits from those of the CPU and of other cards.',
      read: (status) => status.processor,
      write: (id) => lab.computeOn(id as Processor),
    },
  );
  const kernel = addKernelLine(folder, lab);
  const springs = addGroups(folder, lab, 'Springs');
  const stiffness = addStiffnessMeter(folder, lab);
  const solver = addGroups(folder, lab, 'Solver');
  const newton = addGroups(folder, lab, 'Newton');
  const preconditioner = addPreconditioner(folder, lab);
  const choices = [precision.update, processor.update];
  return together(...choices, playback, kernel, springs, stiffness, solver, newton, preconditioner);
}

/** A line that names the active kernel, and why a faster one is not used. */
function addKernelLine(folder: GUI, engine: Engine): PanelPart {
  const line = addNote(folder);
  return ({ status: { kernel, kernelFallbackReason, gain } }) => {
    const { label, summary } = engine.catalog.kernels.find(({ id }) => id === kernel) ?? { label: kernel, summary: '' };
    const trial = gain === null ? '' : t` In a trial the GPU was ${formatTimes(gain)} times as fast as the CPU.`;
    const reason = kernelFallbackReason ?? '';
    if (reason === '') line(t`Kernel: ${label}.${trial}`, summary);
    else if (reason.endsWith('.')) line(t`Kernel: ${label}. ${reason}${trial}`, summary);
    else line(t`Kernel: ${label} (${reason}).${trial}`, summary);
  };
}

/** The choice of the preconditioner, and a line about the active one. */
function addPreconditioner(folder: GUI, engine: Engine): PanelPart {
  const { preconditioners } = engine.catalog;
  const choice = addChoice(folder, preconditionerChoices(engine.catalog), {
    label: 'preconditioner',
    help: 'Reduces the iterations of conjugate gradients. Automatic: the best one that supports the scene.',
    read: (status) => status.requestedPreconditioner,
    write: (id) => engine.set('preconditioner', id),
  });
  const explain = addNote(folder);
  return (frame) => {
    const { preconditioner, preconditionerFallbackReason: reason } = frame.status;
    const shown = methodOf(frame, engine.catalog)?.implicit ?? false;
    choice.show(shown);
    choice.update(frame);
    const present = preconditioners.find(({ id }) => id === preconditioner);
    if (!shown || !present) explain('');
    else if (reason === null) explain(t`${present.label}. ${present.summary}`);
    else explain(t`${present.label}. ${present.summary} ${reason}.`);
  };
}

/** ms between two measurements of the stiffness shown. */
const EVERY = 1000;
const METER_HELP =
  'How stiff the cloth acts, from its stretch under its own weight. It needs springs that hang at rest and touch no obstacle.';

/** A line that compares the stiffness that hanging springs show with the one that was set, for methods whose iterations may be too few. */
function addStiffnessMeter(folder: GUI, lab: Lab): PanelPart {
  const line = addNote(folder);
  let asked = Number.NEGATIVE_INFINITY;
  return (frame) => {
    const solves = methodOf(frame, lab.catalog)?.solvesSprings ?? false;
    if (!solves) {
      if (asked > 0) line('');
      asked = Number.NEGATIVE_INFINITY;
      return;
    }
    if (performance.now() - asked < EVERY) return;
    asked = performance.now();
    lab.ask('shownStiffness', {}).then(
      (answer) => {
        if (asked < 0) return;
        const shown =
          'ratio' in answer ? t`${formatPercent(answer.ratio)} of what is set` : t`none: it ${answer.reason}`;
        line(t`Stiffness shown: ${shown}.`, METER_HELP);
      },
      // The engine may have restarted.
      () => {},
    );
  };
}

/** Parameters of the forces on all particles, and a list of added forces. */
export function fillForcesFolder(folder: GUI, lab: Lab): PanelPart {
  const groups = addGroups(folder, lab, 'Forces', 'Grab');
  const lossPerStep = addLossPerStep(folder, lab);
  const added = addFolder(folder, lab, {
    title: 'Added forces',
    fill: (inner) => fillEnvironment(inner, lab, ['forces'], 'W turns a wind on or off.'),
    count: ({ status }) => status.environment.forces.length,
  });
  addButtons(folder, 'Statics', [
    {
      label: 'Find equilibrium',
      help: 'Pause, and move all particles to rest with zero net force (E)',
      act: () => ignoreShownError(findEquilibrium(lab)),
    },
    {
      label: 'Find mechanisms',
      help: 'Pause, and find mechanisms (zero-stiffness motions) of the current state (M)',
      act: () => ignoreShownError(findMechanisms(lab)),
    },
  ]);
  return together(groups, lossPerStep, added);
}

/** Parameters of the membrane, with the stiffness and Poisson’s ratio that they give. */
export function fillMembraneFolder(folder: GUI, lab: Lab): PanelPart {
  const explain = addNote(folder);
  const group = addGroups(folder, lab, 'Membrane');
  return (frame) => {
    group(frame);
    const { membraneLambda: l, membraneMu: m, membraneThickness: thickness } = frame.status.params;
    // Plane stress: λ = Eν/(1 − ν²), μ = E/(2(1 + ν)).
    const nu = formatNumber(l / (l + 2 * m), 3);
    const stiffness = formatNumber((4 * thickness * m * (l + m)) / (l + 2 * m), 3);
    if (!(l + 2 * m > 0)) explain('With both moduli 0 there is no membrane, only springs.');
    else explain(t`A sheet with E·t = ${stiffness}\u00a0N/m and Poisson’s ratio ν = ${nu}.`);
  };
}

/** Parameters of contact and self-collision, and a list of obstacles. */
export function fillContactFolder(folder: GUI, lab: Lab): PanelPart {
  const groups = addGroups(folder, lab, 'Contact');
  const lists = lab.catalog.itemSchemas.obstacles.map(({ list }) => list);
  const obstacles = addFolder(folder, lab, {
    title: 'Obstacles',
    fill: (inner) =>
      fillEnvironment(
        inner,
        lab,
        lists,
        'Drag an obstacle by its handle in the view. Turn a plane by the tip of its normal. The floor at height 0 has no handles.',
      ),
    count: ({ status }) => lists.reduce((count, list) => count + (status.environment[list]?.length ?? 0), 0),
  });
  return together(groups, obstacles);
}

// Inputs of a parameter in another quantity: the mass of a particle by area, and the velocity decay in percent a step.

/** Area of a net at rest, m²: its cells have the rest lengths of the first structural springs; 0 for what is no net. */
function areaOf({ grid, springs, kinds, restLengths }: Structure): number {
  if (!grid) return 0;
  const structural = SPRING_KINDS.indexOf('structural');
  /** Rest length of a spring between neighbours so many numbers apart, m. */
  const side = (apart: number) => {
    const j = kinds.findIndex((kind, k) => kind === structural && springs[2 * k + 1] - springs[2 * k] === apart);
    return j < 0 ? 0 : restLengths[j];
  };
  return (grid.columns - 1) * side(1) * ((grid.rows - 1) * side(grid.columns));
}

/** The mass of a net over its area. */
export function addMassByArea(folder: GUI, lab: Lab): PanelPart {
  let known: Structure | null = null;
  let area = 0;
  let mass = 0;
  const measure = (structure: Structure) => {
    if (structure === known) return;
    known = structure;
    area = areaOf(structure);
    mass = massOf(structure);
  };
  /** kg/m² for a mass of a particle, kg: all masses grow alike. */
  const density = (particle: number) => rounded((mass * particle) / (lab.frame.status.params.mass * area));
  const slider = addSlider(
    folder,
    'massByArea',
    {
      label: 'mass by area',
      unit: 'kg/m²',
      help: 'Mass of the cloth over its area at rest. It sets the particle mass, so that nets of any resolution weigh the same.',
      range: [0.01, 100],
      accepts: 'positive',
    },
    {
      read: () => density(lab.frame.status.params.mass),
      initial: () => density(lab.defaultOf('mass')),
      write: (value) =>
        lab.set('mass', typeof value === 'number' ? (lab.frame.status.params.mass * value * area) / mass : value),
      restore: () => lab.restore('mass'),
    },
  );
  return (frame) => {
    measure(frame.structure);
    slider.show(area > 0);
    if (area > 0) slider.update(frame);
  };
}

/** The velocity decay as the part of every velocity that a step of dt takes away. */
function addLossPerStep(folder: GUI, lab: Lab): PanelPart {
  const percent = (decay: number, dt: number) => rounded(100 * -Math.expm1(-decay * dt));
  const slider = addSlider(
    folder,
    'lossPerStep',
    {
      label: 'velocity lost a step',
      unit: '%',
      help: 'The part of every velocity that each step takes away. It sets the velocity decay for the present dt; another dt changes it.',
      range: [0, 5],
      accepts: 'non-negative',
    },
    {
      read: () => percent(lab.frame.status.params.decay, lab.frame.status.params.dt),
      initial: () => percent(lab.defaultOf('decay'), lab.frame.status.params.dt),
      async write(value) {
        if (typeof value === 'string') return lab.set('decay', value);
        if (value < 100) return lab.set('decay', 0 - Math.log1p(-value / 100) / lab.frame.status.params.dt);
        const text = t`The velocity lost a step must be less than 100 %, got ${value} %.`;
        lab.messages.show({ kind: 'error', text });
      },
      restore: () => lab.restore('decay'),
    },
  );
  return slider.update;
}

/** Without the last digits, in which conversions differ. */
function rounded(value: number): number {
  return Number(value.toPrecision(6));
}
