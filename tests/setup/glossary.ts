/**
 * The words that mean one thing in Hooke: what each means, and a name in the sources that stands for it. Words that mean what they mean
 * in textbooks are not here.
 */
const TERMS: Record<string, readonly [means: string, name: string]> = {
  account: ['One of the sums of the energy ledger: elastic, gravity, heat, hand, parameters and others.', 'account'],
  arena: ['The memory from which all typed arrays of a run are taken, in one precision.', 'Arena'],
  'blow-up': ['Motion or energy that grows without a cause outside; the run stops at the last good state.', 'BlowUp'],
  catalog: ['What the engine offers, as plain data from which the page builds its panel.', 'Catalog'],
  chapter: ['A part of the course, with its formulas and one experiment.', 'Chapter'],
  checkpoint: ['A saved state, from which the steps after it are computed again.', 'Checkpoint'],
  coefficients: ['The masses, stiffness and damping as loaded; a changed parameter scales them.', 'Coefficients'],
  command: ['A change by the user, as plain data that is recorded and replayed.', 'Command'],
  companion: ['A run beside the main one, compared with it at each step.', 'CompanionFrame'],
  constraint: [
    'What corrects a step after its forces: contact, prescribed motion, self-collision, strain limit, tearing.',
    'ConstraintDefinition',
  ],
  definition: [
    'An entry of a registry: a force, a method, a scene and so on, with its id and its parameters.',
    'ForceDefinition',
  ],
  drift: ['Energy made or lost by the method that goes on in one direction; [numbers](engine.md#analyse).', 'drifts'],
  environment: ['The obstacles, listed forces and motions of pins that a scene has beside its springs.', 'Environment'],
  field: ['A number for each particle, which the view shows by color.', 'FieldDefinition'],
  frame: ['What the engine sends to the page for one picture: positions, structure and status.', 'Frame'],
  grab: ['The hold of the pointer on a particle: by a spring, or rigid.', 'grabs'],
  instrument: ['A pane beside the view that measures the run.', 'Instrument'],
  job: ['A long computation in a worker of its own, with progress and cancel.', 'JOBS'],
  kernel: ['The hot loops, in JavaScript or WebAssembly SIMD; each kernel gives its own bits.', 'KernelDefinition'],
  lab: ['The page’s side of the engine: commands, the latest frame, selection, messages.', 'Lab'],
  ledger: ['The record of which account took how much energy in each step.', 'Ledger'],
  level: ['A grid of multigrid, or the value of a contour line.', 'level'],
  limit: [
    'The longest dt at which no mode of small motion about the current state grows; [details](engine.md#analyse).',
    'StabilityLimit',
  ],
  look: ['Colors, weave and sheen of the cloth.', 'Look'],
  'made by the method': ['The change of energy that is no work, no heat and no change of a parameter.', 'numerical'],
  material: [
    'What a sheet is made of: a card with mass, stiffness, bending and drag, each by area or breadth.',
    'MaterialCard',
  ],
  mechanism: ['A motion that no spring resists.', 'Mechanism'],
  model: ['What does not move: counts, masses, spring ends, rest lengths, triangles.', 'Model'],
  net: ['A grid of particles with springs along its rows, columns and diagonals.', 'GridNet'],
  network: ['Particles and springs without a grid.', 'networkScene'],
  obstacle: ['A plane, a sphere or a body of triangles that particles do not enter.', 'Obstacle'],
  'own definition': ['A method or force that the user has written; it runs in a sandbox.', 'OwnDefinition'],
  parameter: ['A number on the panel, with its unit, range and meaning in one table.', 'Params'],
  query: ['A question that the engine answers about the current state, without a change.', 'QUERIES'],
  recording: ['The commands and checkpoints since the scene began: rewind and undo read it.', 'Recording'],
  run: ['A scene in motion, with its settings, its recording and its history.', 'Run'],
  'scene instance': ['A scene with its memory, model, state and world.', 'SceneInstance'],
  session: ['The engine’s side of the page: the methods that the page calls in the worker.', 'Session'],
  settings: ['All that the user has set, in one immutable value.', 'Settings'],
  slit: ['A cut in a sheet: its particles are split, and the new ones follow at the end of the arrays.', 'slits'],
  'slow replay': ['The recorded growth of a blow-up, shown in slow motion while the run rests.', 'SlowReplay'],
  state: ['What moves: positions, velocities, time.', 'State'],
  status: ['The numbers of the run at a frame’s step.', 'Status'],
  structure: ['What a frame says about particles, springs and triangles; sent only when it changes.', 'Structure'],
  timeline: ['The span of recorded steps that rewind can go to.', 'Timeline'],
  world: ['The model with all that acts in it: M a = f(x, v).', 'World'],
};

const ROWS = [
  ['term', 'meaning', 'in the code'],
  ...Object.entries(TERMS).map(([term, [means, name]]) => [term, means, `\`${name}\``]),
];
const WIDTHS = [0, 1, 2].map((c) => Math.max(...ROWS.map((row) => row[c].length)));
const [HEAD, ...LINES] = ROWS.map((row) => `| ${row.map((cell, c) => cell.padEnd(WIDTHS[c])).join(' | ')} |`);

/** The page docs/glossary.md. */
export const glossaryPage = `# Glossary

The words that mean one thing in the page, the documentation and the code. Terms of textbooks mean what they mean there.

${HEAD}
| ${WIDTHS.map((width) => '-'.repeat(width)).join(' | ')} |
${LINES.join('\n')}
`;

/** Terms whose name no source has. */
export const termsWithoutName = (sources: string) =>
  Object.keys(TERMS).filter((term) => !new RegExp(`\\b${TERMS[term][1]}\\b`).test(sources));
