/** Links: made of all their keys, links of present setups with changes, and compressed ones. */
import fc from 'fast-check';
import {
  type Command,
  createSimulation,
  INTEGRATORS,
  MATERIALS,
  PARAMS,
  PRECONDITIONERS,
  paramsOf,
  SCENES,
  type SceneDefinition,
} from '../../src/physics';
import { VIEW_OPTIONS } from '../../src/render/view';
import { describeStructure } from '../../src/runtime/frame/describe';
import type { Frame } from '../../src/runtime/frame/frame';
import { catalog } from '../../src/runtime/host/catalog';
import type { Host } from '../../src/runtime/host/host';
import { createLab, type LabInternals } from '../../src/ui/lab/create-lab';
import { createNullView } from '../../src/ui/page/failures';
import { encodeSetup } from '../../src/ui/sharing/link-extras';
import { loadSetup } from '../../src/ui/sharing/load-setup';
import { compress } from '../../src/ui/sharing/permalink';
import { attackByCases } from './attack';
import { NUMBERS } from './edges';
import { checkDocumented, equal, stateOf } from './rule';
import { anyFile } from './scene-files';

const INSTRUMENTS = ['plots', 'modes'];
const ids = (all: readonly { id: string }[]) => all.map(({ id }) => id);

const words = fc.constantFrom(
  ...[
    '',
    'auto',
    'none',
    'single',
    'double',
    '__proto__',
    'constructor',
    '<img src=x onerror=alert(1)>',
    '0x10',
    '1e999',
  ],
  ...[
    '-1',
    '1,2,3',
    '1-3',
    '0-999999999',
    '%',
    '%zz',
    '%00',
    '%F0%9F',
    'a'.repeat(3000),
    '\u202e',
    'null',
    '[]',
    '{}',
    '"',
  ],
);
const numeric = fc.oneof(
  fc.constantFrom(...NUMBERS).map(String),
  fc.integer({ min: -2, max: 9 }).map(String),
  fc.double({ noNaN: true, min: 0, max: 2 }).map(String),
);
const list = fc.array(fc.nat(70), { maxLength: 6 }).map(String);
const json = fc.oneof(
  fc.json(),
  anyFile.map((file) => JSON.stringify(file, (_, value) => (typeof value === 'bigint' ? 12 : value)) ?? ''),
  fc.constantFrom('[{"type":"wind","velocity":[0,0,2],"particles":"0-9,12"}]', '[{"point":[0,0,0],"normal":[0,1,0]}]'),
);
const keys = fc.oneof(
  fc.constantFrom(...Object.keys(PARAMS)),
  fc.constantFrom('scene', 'integrator', 'material', 'precision', 'preconditioner', 'pins'),
  fc.constantFrom('file', 'forces', 'motion', 'planes', 'spheres', 'camera', 'instruments', 'color', 'look', 'show'),
  words,
);
/** A value that its key may accept. */
const good = fc.oneof(
  fc.tuple(fc.constantFrom(...Object.keys(PARAMS)), numeric),
  fc.tuple(fc.constant('scene'), fc.constantFrom(...ids(SCENES))),
  fc.tuple(fc.constant('integrator'), fc.constantFrom(...ids(INTEGRATORS))),
  fc.tuple(fc.constant('material'), fc.constantFrom(...ids(MATERIALS))),
  fc.tuple(fc.constant('preconditioner'), fc.constantFrom(...ids(PRECONDITIONERS))),
  fc.tuple(fc.constant('precision'), fc.constantFrom('single', 'double')),
  fc.tuple(fc.constant('pins'), list),
  fc.tuple(fc.constantFrom('file', 'forces', 'planes', 'spheres', 'motion'), json),
  fc.tuple(fc.constant('instruments'), fc.subarray(INSTRUMENTS, { minLength: 1 }).map(String)),
  fc.tuple(
    fc.constant('show'),
    fc.subarray(Object.keys(VIEW_OPTIONS)).map((all) => all.map((key, i) => (i % 2 ? key : `-${key}`)).join()),
  ),
  fc.tuple(fc.constant('camera'), fc.array(numeric, { minLength: 5, maxLength: 6 }).map(String)),
);
const entry = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .tuple(good, fc.boolean())
      .map(([[key, text], raw]) => `${key}=${raw ? text : encodeURIComponent(text)}`),
  },
  { weight: 2, arbitrary: fc.tuple(keys, fc.oneof(numeric, words, list, json)).map(([key, text]) => `${key}=${text}`) },
  { weight: 1, arbitrary: fc.string({ maxLength: 20 }) },
);
/** Grids of a usual size take a page a second, and this attack hours. */
const size = fc
  .tuple(fc.integer({ min: 2, max: 7 }), fc.integer({ min: 2, max: 7 }))
  .map(([r, c]) => `rows=${r}&columns=${c}`);
const readable = fc.tuple(size, fc.array(entry, { maxLength: 8 })).map(([own, entries]) => [own, ...entries].join('&'));

type Link = { readonly text: string; readonly form: 'readable' | 'compressed' | 'damaged'; readonly place: number };
const link: fc.Arbitrary<Link> = fc.record({
  text: fc.oneof({ weight: 9, arbitrary: readable }, { weight: 1, arbitrary: fc.string({ maxLength: 200 }) }),
  form: fc.constantFrom('readable', 'readable', 'readable', 'compressed', 'damaged'),
  place: fc.nat(),
});

/** What a link must not load: a page that is asked for it would stand still for seconds. */
const SLOW = /(rows|columns)(=|":)\s*(1[3-9]|[2-9]\d|\d{3,})|(cgIterations|newtonIterations)(=|":)\s*\d{3,}/;

async function hashOf({ text, form, place }: Link): Promise<string> {
  if (form === 'readable') return text;
  const long = await compress(`${text}&${'x'.repeat(600)}`);
  if (form === 'compressed') return long;
  const at = 2 + (place % (long.length - 2));
  return long.slice(0, at) + 'A-_%='[place % 5] + long.slice(at + 1);
}

const CATALOG = catalog();
/** What was wrong in the engine while a link was loaded. */
let faults: unknown[] = [];

/** An engine that checks each error, and that no state changes with it. It describes only what a link holds. */
function openLab(): LabInternals {
  const simulation = createSimulation({ scene: 'chain' });
  let frame: Frame | null = null;
  let generation = 0;
  const describe = (): Frame => {
    const structure = describeStructure(simulation, generation++);
    const { requested, environment, ...rest } = simulation;
    const pinned = Array.from(structure.pinned.keys()).filter((i) => structure.pinned[i] === 1);
    const scenePins = simulation.builtIn ? pinsOf(simulation.scene) : [];
    const { preconditioner: requestedPreconditioner } = requested;
    const status = { ...rest, environment, requestedPreconditioner, pinned, scenePins, replay: null };
    return { status, structure, companions: [] } as unknown as Frame;
  };
  const host = {
    catalog: CATALOG,
    latest() {
      frame ??= describe();
      return frame;
    },
    async send(command: Command, act?: number) {
      const before = stateOf(simulation);
      frame = null;
      try {
        simulation.apply(command, act);
      } catch (error) {
        try {
          checkDocumented(error);
          equal(stateOf(simulation), before, `after the invalid command ${JSON.stringify(command).slice(0, 200)}`);
        } catch (fault) {
          faults.push(fault);
        }
        throw error;
      }
    },
    session: {
      endSteps: async () => {},
      hash: async () => simulation.hash(),
      async step(count: number) {
        frame = null;
        return simulation.step(count);
      },
      async colorBy() {},
      async watch() {},
    },
    connection: {
      async call(_method: 'stepBeside', [count]: [number]) {
        frame = null;
        simulation.step(count);
        return count;
      },
    },
  };
  return createLab(host as unknown as Host, createNullView({} as HTMLCanvasElement));
}

const scenePins = new Map<string, number[]>();

/** The pins of a built-in scene at its own parameters. */
function pinsOf(id: string): number[] {
  const known = scenePins.get(id);
  if (known) return known;
  const scene = SCENES.find((one) => one.id === id) as SceneDefinition;
  const pins = scene.create(paramsOf(scene)).pinned;
  scenePins.set(id, pins);
  return pins;
}

/** What a message of our own never has. */
const UNDOCUMENTED = /Cannot (read|set|convert|destructure)|is not a function|is not iterable|\[object|is not defined/;
const MAX_MESSAGE = 700;

export const links = attackByCases(
  'links',
  'links: made of all keys, with changes, compressed and damaged',
  link,
  async (one, count) => {
    if (SLOW.test(one.text) || SLOW.test(decoded(one.text))) return count('left out');
    const hadDocument = 'document' in globalThis;
    if (!hadDocument) Object.assign(globalThis, { document: { hidden: true } });
    try {
      const lab = openLab();
      faults = [];
      const bad = await loadSetup(lab, `#${await hashOf(one)}`, {
        isAct: one.place % 2 === 0,
        instruments: INSTRUMENTS,
      });
      if (faults.length > 0) throw faults[0];
      for (const message of bad) {
        if (message === '' || message.length > MAX_MESSAGE || UNDOCUMENTED.test(message))
          throw new Error(`an undocumented message: ${message.slice(0, 2 * MAX_MESSAGE)}`);
      }
      count(bad.length === 0 ? 'accepted' : 'accepted in part');
      // Values that are applied one by one resample the net.
      if (bad.length > 0) return;
      // The link of what was loaded loads to the same.
      const parts = encodeSetup(lab);
      if (parts.length === 0) return;
      count('loaded again');
      const { hash, status } = { hash: await lab.host.session.hash(), status: lab.frame.status };
      const again = await loadSetup(lab, `#${parts.join('&')}`, { isAct: false, instruments: INSTRUMENTS });
      if (again.length > 0) throw new Error(`the link of what was loaded is bad: ${again.join('; ')}`);
      equal(await lab.host.session.hash(), hash, 'the state after the link of what was loaded');
      equal(JSON.stringify(lab.frame.status.params), JSON.stringify(status.params), 'its parameters');
      equal(encodeSetup(lab).join('&'), parts.join('&'), 'its link');
      await lab.engine.step(3);
    } finally {
      if (!hadDocument) Reflect.deleteProperty(globalThis, 'document');
    }
  },
);

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
