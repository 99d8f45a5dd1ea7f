import type { GUI } from 'lil-gui';
import type { Vec3 } from '../physics';
import { attempt } from './attempt';
import { createEcho } from './echo';
import type { Lab } from './lab';
import { addButtons, addNote, type PanelControl } from './panel-controls';
import type { PanelPart } from './panel-groups';
import { addParticles } from './panel-particles';
import { addSlider } from './panel-slider';
import { addVector } from './panel-vector';
import { commandOf, type Item, readItems, type SceneryList, type Value } from './scenery-form';

interface Row {
  type: string;
  folder: GUI;
  title: string;
  controls: PanelControl[];
}

export interface ThingList {
  update: PanelPart;
  add(item: Item): void;
}

/** A list of the scenery: a folder for each thing, with its fields from the catalog's tables. */
export function createThingList(parent: GUI, lab: Lab, list: SceneryList): ThingList {
  /** As they were last asked for, or told by a frame. */
  let items: Item[] = [];
  let told: readonly object[] | null = null;
  const rows: Row[] = [];
  const echo = createEcho(() => {
    // A refusal has changed nothing: what is there is read anew.
    told = null;
  });

  function send(next: Item[]): Promise<unknown> {
    items = next;
    layOut();
    const deed = lab.send(commandOf(list, items));
    echo.wait(deed);
    return deed;
  }

  const change = (i: number, part: Partial<Item>) =>
    send(items.map((item, j) => (j === i ? { ...item, ...part } : item)));
  const changeValue = (i: number, key: string, value: Value) =>
    change(i, { values: { ...items[i].values, [key]: value } });

  function remove(row: Row): void {
    const i = rows.indexOf(row);
    rows.splice(i, 1);
    row.folder.destroy();
    attempt(send(items.filter((_, j) => j !== i)));
    // The focus was on what is gone.
    (rows[Math.min(i, rows.length - 1)]?.folder.$title ?? parent.$title).focus();
  }

  function build(item: Item): Row {
    const { type, label, summary, fields, particles } = item.kind;
    const row: Row = { type, folder: parent.addFolder(label), title: '', controls: [] };
    const index = () => rows.indexOf(row);
    addNote(row.folder)(summary);
    if (particles !== 'none') {
      row.controls.push(
        addParticles(row.folder, lab, {
          label: particles === 'pins' ? 'pins' : 'on particles',
          help: 'On which particles it acts.',
          all: particles === 'any',
          choosable: true,
          read: () => items[index()].particles,
          write: (chosen) => attempt(change(index(), { particles: chosen })),
        }),
      );
    }
    for (const [key, field] of Object.entries(fields)) {
      const read = () => items[index()].values[key];
      const write = (value: unknown) => changeValue(index(), key, value as Value);
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
    const fitting = rows.findIndex((row, i) => row.type !== items[i]?.kind.type);
    if (fitting >= 0) for (const { folder } of rows.splice(fitting)) folder.destroy();
    for (const [i, item] of items.entries()) {
      if (i === rows.length) rows.push(build(item));
      const title = `${item.kind.label} ${i + 1}`;
      if (rows[i].title !== title) rows[i].folder.title(title);
      rows[i].title = title;
    }
  }

  return {
    add: (item) => attempt(send([...items, item])),
    update({ status }) {
      if (echo.settled && status.scenery[list] !== told) {
        told = status.scenery[list];
        items = readItems(list, told, lab.catalog);
        layOut();
      }
      for (const { controls } of rows) for (const control of controls) control.update(status);
    },
  };
}
