import type { GUI } from 'lil-gui';
import { t } from '../../language/translate';
import type { Grid } from '../../physics';
import { SPRING_KINDS } from '../../physics/model/model';
import type { Status, Structure } from '../../runtime/frame/frame';
import type { Catalog } from '../../runtime/host/catalog';
import { setWind } from '../actions/environment-items';
import { chooseMaterial, SHOW_MATERIAL, showMaterial } from '../actions/material';
import { element, setAttribute, setText } from '../controls/element';
import { formatNumber } from '../controls/number-format';
import { methodOf } from '../lab/catalog-labels';
import type { Lab } from '../lab/lab';
import { bringToLimit, describeLimit, nearLimit } from '../lab/limit';
import { ignoreShownError } from '../lab/message-list';
import { addButtonRow, addButtons, addChoice, addNote, type PanelPart } from './controls';
import { addBasicParams, addSlider, together } from './params';

/** What the panel shows first: method, dt with its limit, material, gravity, wind, pins and resolution. */
export function addBasics(gui: GUI, lab: Lab): PanelPart {
  const parts: PanelPart[] = [];
  const sections: (() => PanelPart[])[] = [
    () => [addMethod(gui, lab), addBasicParams(gui, lab, 'Integrator'), addLimit(gui, lab)],
    () => [addMaterial(gui, lab), addBasicParams(gui, lab, 'Material')],
    () => [addBasicParams(gui, lab, 'Forces'), addWind(gui, lab)],
    () => [addPins(gui, lab), addBasicParams(gui, lab, 'Cloth')],
  ];
  for (const add of sections) {
    parts.push(...add());
    const line = element('hr');
    gui.$children.append(line);
    parts.push(() => {
      line.hidden = isEmptyAbove(line);
    });
  }
  addButtons(gui, 'Defaults', [
    {
      label: 'Restore defaults',
      help: 'Restore the method and all parameters to the scene’s own; the state stays',
      act: () => ignoreShownError(lab.restore()),
    },
  ]);
  return together(...parts);
}

/** True if nothing is shown between the line and the one before. */
function isEmptyAbove({ previousElementSibling: row }: Element): boolean {
  if (!(row instanceof HTMLElement) || row.tagName === 'HR') return true;
  const isHidden = row.hidden || row.style.display === 'none' || !row.hasChildNodes();
  return isHidden && isEmptyAbove(row);
}

function addMethod(gui: GUI, lab: Lab): PanelPart {
  const { integrators } = lab.catalog;
  const method = addChoice(gui, Object.fromEntries(integrators.map(({ id, label }) => [label, id])), {
    label: 'method',
    help: 'Integrator: how one step of dt is computed.',
    read: (status) => status.integrator,
    write: (id) => lab.set('integrator', id),
  });
  const explain = addNote(gui);
  return (frame) => {
    method.update(frame);
    const present = methodOf(frame, lab.catalog);
    if (!present) return explain('');
    const { order, summary } = present;
    const { decay, strainLimit } = frame.status.params;
    const cause = decay > 0 ? 'velocity decay' : 'the strain limit';
    const lowered = order > 1 && (decay > 0 || strainLimit > 0) ? t`, with ${cause} order\u00a01` : '';
    explain(t`${summary} Order\u00a0${order}${lowered}.`);
  };
}

/** A row with dt over its limit as text, and buttons that set dt from the limit. */
function addLimit(gui: GUI, lab: Lab): PanelPart {
  const { name, buttons } = addButtonRow(gui, 'dt and its limit', [
    {
      label: '90 %',
      name: 'Set dt to 90 % of the limit',
      help: 'The limit is the longest stable dt of this method in the current state (D)',
      act: () => ignoreShownError(bringToLimit(lab)),
    },
    {
      label: 'Follow',
      name: 'Follow the limit',
      help: 'Keep dt at about 90 % of its limit while the limit changes, until you set dt (Shift D)',
      act: () => lab.page.toggle('followsLimit'),
    },
  ]);
  const [toLimit, follow] = buttons;
  return ({ status }) => {
    const { followsLimit } = lab.page;
    setText(name, describeLimit(lab.catalog, status));
    toLimit.disabled = nearLimit(status.stability) === 0 || followsLimit;
    setAttribute(follow, 'aria-pressed', String(followsLimit));
  };
}

/** What stands in the list beside the materials. */
const OWN = 'own';
const CUSTOM = 'custom';

/** The choice of what the cloth is made of, with the numbers of its card. */
function addMaterial(gui: GUI, lab: Lab): PanelPart {
  const { materials } = lab.catalog;
  const choice = addChoice(
    gui,
    {
      [t('scene’s own')]: OWN,
      ...Object.fromEntries(materials.map(({ id, label }) => [label, id])),
      [t('custom')]: CUSTOM,
    },
    {
      label: 'material',
      help: 'What the cloth is made of: mass by area, stiffness, bending, damping and air drag from published measurements, the same for every net.',
      read: ({ material }) => (material ? (material.isEdited ? CUSTOM : material.id) : OWN),
      write: (id) => (id === CUSTOM ? undefined : chooseMaterial(lab, id === OWN ? null : id)),
    },
  );
  const explain = addNote(gui);
  const [show] = addButtons(gui, 'Material', [{ ...SHOW_MATERIAL, act: () => ignoreShownError(showMaterial(lab)) }]);
  const cell = meanCell();
  return (frame) => {
    const { status, structure } = frame;
    const shown = structure.membrane;
    choice.show(shown);
    choice.offer(CUSTOM, status.material?.isEdited ?? false);
    choice.update(frame);
    explain(shown ? `${textOf(status, lab.catalog)}${coarseText(status, lab.catalog, cell(structure))}` : '');
    (show.parentElement as HTMLElement).hidden = !shown || status.material === null;
  };
}

/** A net shows the folds of a fabric if its cells are at most so many bending lengths. */
const COARSE = 1.5;

/** The mean length of the structural springs, m; 0 without any. It is computed again for another net. */
function meanCell(): (structure: Structure) => number {
  let known: Float32Array | null = null;
  let mean = 0;
  return ({ kinds, restLengths }) => {
    if (restLengths === known) return mean;
    known = restLengths;
    const lengths = restLengths.filter((_, j) => kinds[j] === SPRING_KINDS.indexOf('structural'));
    mean = lengths.reduce((sum, length) => sum + length, 0) / (lengths.length || 1);
    return mean;
  };
}

/** Says so if the net is too coarse for the folds of its material: c = (D/(w g))^⅓ is the bending length, m. */
function coarseText({ material, params }: Status, { materials }: Catalog, cell: number): string {
  const card = materials.find(({ id }) => id === material?.id);
  if (!card || !(params.gravity > 0)) return '';
  const bendingLength = Math.cbrt(card.bending / (card.density * params.gravity));
  if (!(cell > COARSE * bendingLength)) return '';
  const mm = (length: number) => `${formatNumber(1000 * length, 2)} mm`;
  return t` This net is too coarse for its finest folds: cells of ${mm(cell)}, but its bending length is ${mm(bendingLength)}.`;
}

function textOf({ material }: Status, { materials }: Catalog): string {
  const card = materials.find(({ id }) => id === material?.id);
  if (!card) return '';
  if (material?.isEdited) return t`${card.label}, with other numbers than its card.`;
  const stretch = [card.stretch].flat().map((k) => formatNumber(k));
  const bending = (card.bending * 1e6).toPrecision(2);
  return t`${card.summary} ${formatNumber(card.density)} kg/m²; stiffness ${stretch.join(t(' and '))} N/m; bending ${Number(bending)} µN·m.`;
}

/** The speed of the wind; the panel’s list of added forces has its direction and its gusts. */
function addWind(gui: GUI, lab: Lab): PanelPart {
  const present = () => lab.frame.status.environment.forces.find(({ type }) => type === 'wind');
  /** The last wind of the scene, whose direction a new one takes; it stays when the wind is off. */
  let last: ReturnType<typeof present>;
  let scene = '';
  const speed = () => {
    const [x, y, z] = (present()?.velocity ?? [0, 0, 0]) as number[];
    return Number(Math.hypot(x, y, z).toPrecision(6));
  };
  const write = (value: number | string) => setWind(lab, value, last);
  const slider = addSlider(
    gui,
    'wind',
    {
      label: 'wind',
      unit: 'm/s',
      help: 'Speed of the air; 0: none (W). More has its direction and gusts, under Forces.',
      range: [0, 15],
      accepts: 'non-negative',
    },
    { read: speed, initial: speed, write, restore: () => write(speed()) },
  );
  return (frame) => {
    const { status, structure } = frame;
    if (scene !== status.scene) last = undefined;
    scene = status.scene;
    last = present() ?? last;
    const applies = structure.surface.length > 0;
    slider.show(applies);
    if (applies) slider.update(frame);
  };
}

interface PinSet {
  label: string;
  help: string;
  /** Indices to pin in a net; particle = row · columns + column, from the top row down. Absent: none, in any scene. */
  particles?(net: Grid): number[];
}

/** Common sets of pins, a button each. */
const PIN_SETS: readonly PinSet[] = [
  {
    label: 'Two corners',
    help: 'Pin the two top corners and free all other particles',
    particles: ({ columns }) => [0, columns - 1],
  },
  {
    label: 'Top edge',
    help: 'Pin the top row and free all other particles',
    particles: ({ columns }) => Array.from({ length: columns }, (_, column) => column),
  },
  {
    label: 'Four corners',
    help: 'Pin the four corners and free all other particles',
    particles: ({ rows, columns }) => [0, columns - 1, (rows - 1) * columns, rows * columns - 1],
  },
  { label: 'No pins', help: 'Free all particles' },
];

/** Buttons for common sets of pins; those of a net only where the scene is one. */
function addPins(gui: GUI, lab: Lab): PanelPart {
  const { name, buttons } = addButtonRow(
    gui,
    'Pins',
    PIN_SETS.map(({ label, help, particles }) => ({
      label,
      help,
      act: () => {
        const { grid } = lab.frame.structure;
        ignoreShownError(lab.pinOnly((grid && particles?.(grid)) ?? []));
      },
    })),
  );
  name.textContent = t('pins');
  return ({ structure }) => {
    PIN_SETS.forEach(({ particles }, i) => {
      buttons[i].hidden = particles !== undefined && structure.grid === null;
    });
  };
}
