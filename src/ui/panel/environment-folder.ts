import type { GUI } from 'lil-gui';
import type { Vec3 } from '../../physics';
import type { ItemSchemas } from '../../runtime/host/catalog-types';
import { commandOf, type EnvironmentList, type Item, readItems, type Value } from '../actions/environment-items';
import { createPendingChange } from '../controls/pending-change';
import type { Lab } from '../lab/lab';
import { ignoreShownError } from '../lab/message-list';
import { addButtons, addNote, type PanelControl } from './controls';
import { addersOf } from './environment-adders';
import type { PanelPart } from './param-groups';
import { addParticles } from './particles-field';
import { addSlider } from './slider';
import { addVector } from './vector-field';

/** Lists of the environment in one folder: buttons that add, and what there is. */
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
        if (item) made.get(list)?.add(item);
      },
    })),
  );
  const made = new Map(lists.map((list) => [list, createPanelEnvironmentList(folder, lab, list, itemSchemas)]));
  return (frame) => {
    for (const list of made.values()) list.update(frame);
  };
}

interface Row {
  item: Item;
  folder: GUI;
  title: string;
  controls: PanelControl[];
}

interface PanelEnvironmentList {
  update: PanelPart;
  add(item: Item): void;
}

/** A list of the environment: a folder for each thing, with its fields from the tables of their kinds. */
function createPanelEnvironmentList(
  parent: GUI,
  lab: Lab,
  list: EnvironmentList,
  schemas: ItemSchemas,
): PanelEnvironmentList {
  /** As they were last asked for, or told by a frame. */
  let items: Item[] = [];
  let told: readonly object[] | null = null;
  const rows: Row[] = [];
  // A refusal has changed nothing: what is there is read anew, before any control shows it.
  const echo = createPendingChange(() => follow(lab.frame.status.environment[list]));

  function send(next: Item[]): Promise<unknown> {
    items = next;
    layOut();
    const deed = lab.send(commandOf(list, items));
    echo.wait(deed);
    return deed;
  }

  /** A box tells what was typed into it when it goes, too: that is too late. */
  async function change(row: Row, part: Partial<Item>): Promise<void> {
    const place = rows.indexOf(row);
    if (place >= 0) await send(items.map((item, i) => (i === place ? { ...item, ...part } : item)));
  }
  const changeValue = (row: Row, key: string, value: Value) =>
    change(row, { values: { ...row.item.values, [key]: value } });

  function remove(row: Row): void {
    const i = rows.indexOf(row);
    rows.splice(i, 1);
    row.folder.destroy();
    ignoreShownError(send(items.filter((_, j) => j !== i)));
    // The focus was on what is gone.
    (rows[Math.min(i, rows.length - 1)]?.folder.$title ?? parent.$title).focus();
  }

  function build(item: Item): Row {
    const { label, summary, fields, particles } = item.kind;
    const row: Row = { item, folder: parent.addFolder(label), title: '', controls: [] };
    addNote(row.folder)(summary);
    if (particles !== 'none') {
      row.controls.push(
        addParticles(row.folder, lab, {
          label: particles === 'pins' ? 'pins' : 'on particles',
          help: 'On which particles it acts.',
          all: particles === 'any',
          choosable: true,
          read: () => row.item.particles,
          write: (chosen) => ignoreShownError(change(row, { particles: chosen })),
        }),
      );
    }
    for (const [key, field] of Object.entries(fields)) {
      const read = () => row.item.values[key];
      const write = (value: unknown) => changeValue(row, key, value as Value);
      row.controls.push(
        field.kind === 'vector'
          ? addVector(row.folder, key, { ...field, read: () => read() as Vec3, write })
          : addSlider(row.folder, key, field, {
              read: () => read() as number,
              own: () => field.default,
              write,
              restore: () => write(field.default),
            }),
      );
    }
    addButtons(row.folder, label, [{ label: 'Remove', help: `Take this away: ${label}`, act: () => remove(row) }]);
    return row;
  }

  /** Makes the folders fit the items; those that do already are left alone, with the focus in them. */
  function layOut(): void {
    const fitting = rows.findIndex((row, i) => row.item.kind.type !== items[i]?.kind.type);
    if (fitting >= 0) for (const { folder } of rows.splice(fitting)) folder.destroy();
    for (const [i, item] of items.entries()) {
      const fresh = i === rows.length;
      if (fresh) rows.push(build(item));
      const row = rows[i];
      row.item = item;
      const title = `${item.kind.label} ${i + 1}`;
      if (row.title !== title) row.folder.title(title);
      row.title = title;
      if (fresh) for (const control of row.controls) control.update(lab.frame.status);
    }
  }

  function follow(things: readonly object[]): void {
    told = things;
    items = readItems(list, things, schemas);
    layOut();
  }

  return {
    add: (item) => ignoreShownError(send([...items, item])),
    update({ status }) {
      if (echo.settled && status.environment[list] !== told) follow(status.environment[list]);
      for (const { controls } of rows) for (const control of controls) control.update(status);
    },
  };
}
