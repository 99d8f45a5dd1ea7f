import type { GUI } from 'lil-gui';
import { VIEW_OPTIONS, type ViewOption } from '../../render/view';
import { ignoreShownError } from '../lab/ignore-shown-error';
import type { Lab } from '../lab/lab';
import { bringToLimit, nearLimit } from '../lab/limit-follower';
import { addButtons, addChoice, addNote, addSwitch } from './controls';
import { addLazyFolder } from './lazy-folder';
import { addGroup, type PanelPart } from './param-groups';
import { PIN_SETS } from './pin-sets';
import { addKernelLine, addPreconditioner } from './solver-controls';

export function addIntegratorFolder(folder: GUI, lab: Lab): PanelPart {
  const { integrators } = lab.catalog;
  const method = addChoice(folder, Object.fromEntries(integrators.map(({ id, label }) => [label, id])), {
    label: 'method',
    help: 'How the state is advanced by one step dt.',
    read: (status) => status.integrator,
    write: (id) => lab.set('integrator', id),
  });
  const explain = addNote(folder);
  const core = addGroup(folder, lab, 'Integrator');
  const follow = addSwitch(folder, {
    label: 'follow the limit',
    help: 'Keep dt at about 90 % of its limit while that changes, until dt is set by hand (Shift D).',
    read: () => lab.followsLimit,
    write: (on) => {
      lab.followsLimit = on;
    },
  });
  const [bring] = addButtons(folder, 'dt', [
    {
      label: 'Set dt to 90 % of the limit',
      help: 'Of the longest dt that the method holds with the springs as they are now (D)',
      act: () => ignoreShownError(bringToLimit(lab)),
    },
  ]);
  const precision = addChoice(
    folder,
    { single: 'single', double: 'double' },
    {
      label: 'precision',
      help: 'Of the numbers that the engine computes with: single holds 7 digits, double 16.',
      read: (status) => status.precision,
      write: (id) => lab.set('precision', id),
    },
  );
  const kernel = addKernelLine(folder, lab);
  const solver = addGroup(folder, lab, 'Solver');
  const newton = addGroup(folder, lab, 'Newton');
  const preconditioner = addPreconditioner(folder, lab);
  const controls = [method, ...core, follow, precision, ...solver, ...newton];
  let shown = '';
  return ({ status }) => {
    for (const control of controls) control.update(status);
    kernel(status);
    preconditioner.update(status);
    bring.disabled = nearLimit(status.stability) === 0 || lab.followsLimit;
    if (shown === status.integrator) return;
    shown = status.integrator;
    const present = integrators.find(({ id }) => id === shown);
    explain(present ? `${present.summary} Order\u00a0${present.order}.` : '');
    for (const control of [preconditioner, ...solver]) control.show(present?.implicit ?? false);
    for (const control of newton) control.show(present?.newton ?? false);
  };
}

export function addClothFolder(folder: GUI, lab: Lab): PanelPart {
  const size = addGroup(folder, lab, 'Cloth');
  const pins = addButtons(
    folder,
    'Pin',
    PIN_SETS.map(({ label, help, particles }) => ({
      label,
      help,
      act: () => {
        const { grid } = lab.frame.structure;
        ignoreShownError(lab.pinOnly(grid ? particles(grid) : []));
      },
    })),
  );
  const motion = addLazyFolder(
    folder,
    lab,
    'Moving pins',
    async (inner) =>
      (await import('./environment-folder')).fillEnvironment(
        inner,
        lab,
        ['motion'],
        'Pins that are led along a prescribed way, as long as they are pinned: the chosen ones, or else all.',
      ),
    ({ status }) => status.environment.motion.length,
  );
  const chosen = addLazyFolder(
    folder,
    lab,
    'Chosen particles',
    async (inner) => (await import('./selection-controls')).fillChosen(inner, lab),
    () => lab.chosen.length,
  );
  const [undo, redo] = addButtons(folder, 'Undo and redo of pins and cuts', [
    { label: 'Undo', help: 'Take back the last pin or cut (Ctrl Z)', act: () => ignoreShownError(lab.undo()) },
    { label: 'Redo', help: 'Do it again (Ctrl Shift Z)', act: () => ignoreShownError(lab.redo()) },
  ]);
  return (frame) => {
    const { status, structure } = frame;
    motion(frame);
    chosen(frame);
    const scene = lab.catalog.scenes.find(({ id }) => id === status.scene);
    for (const control of size) {
      control.enable(status.builtIn && (scene?.grid ?? false), 'This scene has no rows and columns to choose.');
      control.update(status);
    }
    PIN_SETS.forEach(({ needsGrid }, i) => {
      pins[i].disabled = needsGrid && structure.grid === null;
    });
    undo.disabled = !lab.canUndo;
    redo.disabled = !lab.canRedo;
  };
}

export function addViewFolder(folder: GUI, lab: Lab): PanelPart {
  const controls = (Object.keys(VIEW_OPTIONS) as ViewOption[]).map((option) =>
    addSwitch(folder, {
      ...VIEW_OPTIONS[option],
      read: () => lab.options[option],
      write: (on) => lab.show(option, on),
    }),
  );
  const { fields } = lab.catalog;
  const colour = addChoice(folder, Object.fromEntries([['–', ''], ...fields.map(({ label, id }) => [label, id])]), {
    label: 'colour by',
    help: 'What the cloth is coloured by.',
    read: () => lab.colour ?? '',
    write: (id) => lab.colourBy(id || null),
  });
  const keys = addSwitch(folder, {
    label: 'keys',
    help: 'Whether keys such as Space and R act; they are listed under “?”.',
    read: () => lab.keys,
    write: (on) => {
      lab.keys = on;
    },
  });
  addButtons(folder, 'Camera', [
    { label: 'Frame all', help: 'Bring the whole scene into view (F)', act: () => lab.view.frameAll() },
  ]);
  return ({ status, structure }) => {
    for (const control of controls) control.update(status);
    colour.update(status);
    for (const { id, membrane } of fields) colour.allow(id, !membrane || structure.membrane);
    keys.update(status);
  };
}

export function addFileFolder(folder: GUI, lab: Lab): PanelPart {
  addButtons(folder, 'Files', [
    {
      label: 'Save scene',
      help: 'Write the scene as it is now to a file',
      act: () => ignoreShownError(lab.download('scene')),
    },
    {
      label: 'Open scene…',
      help: 'Read a scene file, or a mesh (OBJ) as a cloth; it can also be dropped onto the page',
      act: () => lab.chooseFile(),
    },
    {
      label: 'Copy link',
      help: 'Copy an address that opens the same setup',
      act: () => ignoreShownError(lab.copyLink()),
    },
    {
      label: 'Save picture',
      help: 'Write the view to a PNG file',
      act: () => ignoreShownError(lab.download('picture')),
    },
  ]);
  addButtons(folder, 'Defaults', [
    {
      label: 'Restore defaults',
      help: 'Put every parameter and the method back to the scene’s own; the cloth stays where it is',
      act: () => ignoreShownError(lab.restore()),
    },
  ]);
  return () => {};
}
