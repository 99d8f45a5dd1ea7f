import type { GUI } from 'lil-gui';
import { t } from '../../language/translate';
import type { Vec3 } from '../../physics';
import type { Frame } from '../../runtime/frame/frame';
import type { ItemSchemas } from '../../runtime/host/catalog';
import { commandOf, type EnvironmentList, type Item, readItems, type Value } from '../actions/environment-items';
import { createPendingChange } from '../controls/pending';
import type { Lab } from '../lab/lab';
import { ignoreShownError } from '../lab/message-list';
import { addButtons, addChoice, addNote, type PanelControl, type PanelPart } from './controls';
import { addersOf } from './environment-adders';
import { addNumbers, addParticles, addVector } from './number-fields';
import { addSlider } from './params';

/** Fills a folder with lists of the environment: buttons that add items, and a folder for each item. */
export function fillEnvironment(folder: GUI, lab: Lab, lists: readonly EnvironmentList[], about: string): PanelPart {
  const { itemSchemas } = lab.catalog;
  addNote(folder)(about);
  const adders = lists.flatMap((list) => addersOf(list, lab, itemSchemas));
  addButtons(
    folder,
    'Add',
    adders.map(({ label, help, list, make }) => ({
      label,
      help,
      act() {
        const item = make();
        if (item) panelLists.get(list)?.add(item);
      },
    })),
  );
  const panelLists = new Map(lists.map((list) => [list, createPanelEnvironmentList(folder, lab, list, itemSchemas)]));
  return (frame) => {
    for (const list of panelLists.values()) list.update(frame);
  };
}

interface Row {
  item: Item;
  folder: GUI;
  title: string;
  controls: PanelControl[];
  /** Names of the meshes that its choice of a shape offers; null: it has none. */
  meshes: string | null;
}

const EMPTY: readonly object[] = [];
/** The fields that say where an obstacle is. */
const PLACE = ['center', 'point', 'normal', 'rotation'];

/** One list of the environment: a folder for each item, with the fields of its kind. */
function createPanelEnvironmentList(parent: GUI, lab: Lab, list: EnvironmentList, schemas: ItemSchemas) {
  /** As requested last, or as read from a frame. */
  let items: Item[] = [];
  /** The list in the frame that was read last. */
  let source: readonly object[] | null = null;
  const rows: Row[] = [];
  // After an error the list is unchanged: read it again before any control shows it.
  const pending = createPendingChange(() => read(lab.frame.status.environment[list]));

  const meshNames = () => lab.frame.status.environment.meshes.map(({ name }) => name);

  /** @param shown what the rows show meanwhile */
  function send(next: Item[], shown = next): Promise<unknown> {
    items = shown;
    updateRows();
    const sending = lab.send(commandOf(list, next));
    pending.wait(sending);
    return sending;
  }

  /** A number box also reports its text when it is removed; the row no longer exists then. */
  async function change(row: Row, part: Partial<Item>, isShown = true): Promise<void> {
    const index = rows.indexOf(row);
    const next = items.map((item, i) => (i === index ? { ...item, ...part } : item));
    if (index >= 0) await send(next, isShown ? next : items);
  }
  /** Text in place of a number is sent, so that the error can quote it, but not kept: another change may be sent before its answer. */
  const changeValue = (row: Row, key: string, value: Value) => {
    readNews();
    const field = row.item.kind.fields[key];
    const isValid = field.kind === 'choice' || [value].flat().every(Number.isFinite);
    const from = field.group === 'Motion' && key !== 'start' ? presentPlace(row) : {};
    return change(row, { values: { ...row.item.values, ...from, [key]: value } }, isValid);
  };

  /** Another motion of an obstacle begins now, where it is. */
  function presentPlace(row: Row): Record<string, Value> {
    const { moved, status } = lab.frame;
    const now = (moved as Readonly<Record<string, unknown>> | null)?.[list] as Readonly<Record<string, Value>>[];
    const place = now?.[rows.indexOf(row)] ?? {};
    const found = PLACE.filter((key) => key in place && key in row.item.values).map((key) => [key, place[key]]);
    return { ...Object.fromEntries(found), start: Number(status.time.toPrecision(9)) };
  }

  function remove(row: Row): void {
    readNews();
    const i = rows.indexOf(row);
    if (i < 0) return;
    rows.splice(i, 1);
    row.folder.destroy();
    ignoreShownError(send(items.filter((_, j) => j !== i)));
    // The focused button no longer exists.
    (rows[Math.min(i, rows.length - 1)]?.folder.$title ?? parent.$title).focus();
  }

  function build(item: Item): Row {
    const { label, summary, fields, particles } = item.kind;
    const meshes = Object.values(fields).some((field) => 'orMesh' in field) ? meshNames().join('\n') : null;
    const row: Row = { item, folder: parent.addFolder(label), title: '', controls: [], meshes };
    addNote(row.folder)(summary);
    if (particles !== 'none') {
      row.controls.push(
        addParticles(row.folder, lab, {
          label: particles === 'pins' ? 'pins' : 'on particles',
          help: 'Particles on which it acts.',
          all: particles === 'any',
          offersSelection: true,
          read: () => row.item.particles,
          write: (particles) => ignoreShownError(change(row, { particles })),
        }),
      );
    }
    const groups = new Map<string, GUI>();
    for (const [key, field] of Object.entries(fields)) {
      if (field.hidden) continue;
      const { group } = field;
      if (group && !groups.has(group)) groups.set(group, row.folder.addFolder(t(group)).close());
      row.controls.push(addField(row, groups.get(group ?? '') ?? row.folder, key, field));
    }
    addButtons(row.folder, label, [{ label: 'Remove', help: t`Remove: ${label}`, act: () => remove(row) }]);
    return row;
  }

  function addField(row: Row, folder: GUI, key: string, field: Item['kind']['fields'][string]): PanelControl {
    const read = () => row.item.values[key];
    const write = (value: unknown) => changeValue(row, key, value as Value);
    if (field.kind === 'vector') return addVector(folder, key, { ...field, read: () => read() as Vec3, write });
    if (field.kind === 'choice') {
      const names = field.orMesh ? meshNames().map((name) => [name, name]) : [];
      const choices = Object.fromEntries([
        ...Object.entries(field.options).map(([value, label]) => [label, value]),
        ...names,
      ]);
      return addChoice(folder, choices, { ...field, read: () => read() as string, write });
    }
    if (field.kind === 'numbers')
      return addNumbers(folder, key, { ...field, read: () => read() as readonly number[], write });
    return addSlider(folder, key, field, {
      read: () => read() as number,
      initial: () => field.default,
      write,
      restore: () => write(field.default),
    });
  }

  /** Updates the folders to the items. Folders that match already stay, and so does the focus in them. */
  function updateRows(): void {
    const names = meshNames().join('\n');
    const fits = (row: Row, i: number) =>
      row.item.kind.type === items[i]?.kind.type && (row.meshes === null || row.meshes === names);
    const mismatch = rows.findIndex((row, i) => !fits(row, i));
    if (mismatch >= 0) for (const { folder } of rows.splice(mismatch)) folder.destroy();
    for (const [i, item] of items.entries()) {
      const isNew = i === rows.length;
      if (isNew) rows.push(build(item));
      const row = rows[i];
      row.item = item;
      const title = `${t(item.kind.label)} ${i + 1}`;
      if (row.title !== title) row.folder.title(title);
      row.title = title;
      if (isNew) for (const control of row.controls) control.update(lab.frame);
    }
  }

  function read(entries: readonly object[] = EMPTY): void {
    source = entries;
    items = readItems(list, entries, schemas);
    updateRows();
  }

  /** Before a change: an answer of the engine may have come since the last picture, and the change is made to what it has. */
  function readNews(): void {
    const entries = lab.frame.status.environment[list] ?? EMPTY;
    if (pending.settled && entries !== source) read(entries);
  }

  return {
    add(item: Item) {
      readNews();
      ignoreShownError(send([...items, item]));
    },
    update(frame: Frame) {
      readNews();
      for (const { controls } of rows) for (const control of controls) control.update(frame);
    },
  };
}
