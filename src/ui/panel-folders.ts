import type { GUI } from 'lil-gui';
import type { ParamSpec } from '../physics';
import type { Frame } from '../runtime/protocol';
import { attempt } from './attempt';
import type { Lab } from './lab';
import { addButtons, addChoice, addNote, addSwitch, type PanelControl } from './panel-controls';
import { addParamSlider } from './param-slider';
import { PIN_SETS } from './pin-sets';
import { VIEW_OPTIONS, type ViewOption } from './view';

type Group = ParamSpec['group'];

/** A part of the panel that follows the frames. */
export type PanelPart = (frame: Frame) => void;

/** Every parameter of the group, in the order of the table: one that a force brings along shows up by itself. */
function addGroup(folder: GUI, lab: Lab, group: Group): PanelControl[] {
  return Object.entries(lab.catalog.params)
    .filter(([, spec]) => spec.group === group)
    .map(([key, { label, help, accepts }]) =>
      accepts === 'switch'
        ? addSwitch(folder, {
            label,
            help,
            read: (status) => status.params[key] === 1,
            write: (on) => lab.set(key, on ? 1 : 0),
          })
        : addParamSlider(folder, lab, key),
    );
}

/** A folder that holds nothing but these groups. */
export function addGroups(folder: GUI, lab: Lab, ...groups: Group[]): PanelPart {
  const controls = groups.flatMap((group) => addGroup(folder, lab, group));
  return ({ status }) => {
    for (const control of controls) control.update(status);
  };
}

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
  const solver = addGroup(folder, lab, 'Solver');
  const controls = [method, ...core, precision, ...solver];
  let shown = '';
  return ({ status }) => {
    for (const control of controls) control.update(status);
    if (shown === status.integrator) return;
    shown = status.integrator;
    const present = integrators.find(({ id }) => id === shown);
    explain(present ? `${present.summary} Order\u00a0${present.order}.` : '');
    for (const control of solver) control.show(present?.implicit ?? false);
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
        attempt(lab.pinOnly(grid ? particles(grid) : []));
      },
    })),
  );
  const [undo, redo] = addButtons(folder, 'Undo and redo of pins and cuts', [
    { label: 'Undo', help: 'Take back the last pin or cut (Ctrl Z)', act: () => attempt(lab.undo()) },
    { label: 'Redo', help: 'Do it again (Ctrl Shift Z)', act: () => attempt(lab.redo()) },
  ]);
  return ({ status, structure }) => {
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
  return ({ status }) => {
    for (const control of controls) control.update(status);
    keys.update(status);
  };
}

export function addFileFolder(folder: GUI, lab: Lab): PanelPart {
  addButtons(folder, 'Files', [
    { label: 'Save scene', help: 'Write the scene as it is now to a file', act: () => attempt(lab.download('scene')) },
    {
      label: 'Open scene…',
      help: 'Read a scene file; it can also be dropped onto the page',
      act: () => lab.chooseFile(),
    },
    { label: 'Copy link', help: 'Copy an address that opens the same setup', act: () => attempt(lab.copyLink()) },
    { label: 'Save picture', help: 'Write the view to a PNG file', act: () => attempt(lab.download('picture')) },
  ]);
  addButtons(folder, 'Defaults', [
    {
      label: 'Restore defaults',
      help: 'Put every parameter and the method back to the scene’s own; the cloth stays where it is',
      act: () => attempt(lab.restore()),
    },
  ]);
  return () => {};
}
