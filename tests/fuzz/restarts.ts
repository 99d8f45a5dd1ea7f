/** Engines that stop at any moment: a new one continues with the motion, the masses, the pins, the cuts and all that was set. */
import fc from 'fast-check';
import type { Command } from '../../src/physics';
import type { Frame } from '../../src/runtime/frame/frame';
import { createLab } from '../../src/ui/lab/create-lab';
import { createNullView, keepSlits } from '../../src/ui/page/failures';
import { restore } from '../../src/ui/sharing/load-setup';
import { requestsPreconditioner } from '../../src/ui/sharing/permalink';
import { engineInNode } from '../fixtures/engine-in-node';
import { SCENE } from '../fixtures/random-acts';
import { attackByCases } from './attack';
import { anyCommand, quick } from './commands';
import { equal } from './rule';

/** One act before the engine stops, as plain data. */
type Act = { readonly send: unknown } | { readonly step: number } | { readonly color: string | null };

const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 6, arbitrary: anyCommand.map((send) => ({ send })) },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 20 }).map((step) => ({ step })) },
  { weight: 1, arbitrary: fc.constantFrom('strain', 'speed', null).map((color) => ({ color })) },
);

interface Setup {
  readonly scene: string;
  readonly acts: readonly Act[];
}

const setup: fc.Arbitrary<Setup> = fc.record({
  scene: fc.constantFrom('file', 'cloth', 'chain', 'cloth-four-corners'),
  acts: fc.array(act, { maxLength: 12 }),
});

/** What a new engine must have. */
function kept({ structure, status, positions, velocities, field }: Frame): Record<string, string> {
  const { params, integrator, precision, requestedPreconditioner, material, environment, push, time, pinned } = status;
  const { masses, springs, cut, origins } = structure;
  const present = Array.from(cut.keys()).filter((j) => cut[j] === 0);
  const withoutFourth = (array: ArrayLike<number>) =>
    JSON.stringify(Array.from({ length: 4 * structure.particleCount }, (_, i) => (i % 4 === 3 ? 0 : array[i])));
  return {
    positions: withoutFourth(positions),
    velocities: withoutFourth(velocities),
    masses: String(masses),
    pins: String(pinned),
    springs: JSON.stringify(present.map((j) => [springs[2 * j], springs[2 * j + 1]])),
    slits: String(origins),
    parameters: JSON.stringify(params),
    // A preconditioner that was chosen in another scene, and does not support this one, is not kept.
    methods: JSON.stringify([integrator, precision, requestsPreconditioner(status) && requestedPreconditioner]),
    material: String(material?.id),
    environment: JSON.stringify(environment),
    push: String(push),
    time: String(time),
    colors: String(field?.id),
  };
}

/** Runs the acts, and replaces the engine. Returns how it ended. @throws Error if the new engine lacks something */
export async function checkRestart({ scene, acts }: Setup): Promise<'accepted' | 'without slits'> {
  const hadDocument = 'document' in globalThis;
  if (!hadDocument) Object.assign(globalThis, { document: { hidden: true } });
  try {
    const lab = createLab(engineInNode(), createNullView({} as HTMLCanvasElement));
    const slits = keepSlits(lab);
    let now = 0;
    const params = { rows: 6, columns: 5 };
    await lab.send(scene === 'file' ? { type: 'scene', scene: SCENE } : { type: 'scene', scene, params });
    lab.pause();
    for (const one of acts) {
      if ('send' in one) await lab.send(quick(one.send) as Command).catch(() => {});
      else if ('step' in one) await lab.step(one.step).catch(() => {});
      else lab.colorBy(one.color);
      await lab.settled();
      now += 2000;
      slits.update(now);
      await lab.engine.save().catch(() => {});
    }
    const last = lab.frame;
    const before = kept(last);
    const file = slits.fileOf(last) ?? lab.file;
    lab.replaceHost(null);
    const host = engineInNode();
    await host.ready;
    lab.replaceHost(host);
    for (const { kind } of lab.messages.list) lab.messages.hide(kind);
    await restore(lab, last, file);
    await lab.settled();
    if (lab.messages.list.some(({ text }) => text.startsWith('The cloth is whole again'))) return 'without slits';
    const after = kept(lab.frame);
    for (const [what, value] of Object.entries(before)) equal(after[what], value, `${what} after a restart`);
    return 'accepted';
  } finally {
    if (!hadDocument) Reflect.deleteProperty(globalThis, 'document');
  }
}

export const restarts = attackByCases(
  'restarts',
  'engines that stop at any moment, and new ones that continue',
  setup,
  async (one, count) => count(await checkRestart(one)),
);
