/** Lets definitions from source join: each change starts an engine in the sandbox, which continues from the last picture. */
import { t } from '../../language/translate';
import { connect, type WorkerPort } from '../../runtime/connect';
import {
  checkSource,
  type GradedLaw,
  type Joined,
  type OwnDefinition,
  type OwnDefinitions,
  ownDefinitionsInUse,
} from '../../runtime/definitions/definitions';
import { openSandbox } from '../../runtime/definitions/open-sandbox';
import type { SandboxJobs } from '../../runtime/definitions/sandbox-worker';
import type { Frame } from '../../runtime/frame/frame';
import { connectEngine, type Host, requestedKernel } from '../../runtime/host/host';
import { jobWorkers } from '../../runtime/jobs/run-job';
import { openDialog } from '../controls/dialog';
import { button, element } from '../controls/element';
import { formatCount } from '../controls/number-format';
import { methodLabel } from '../lab/catalog-labels';
import type { LabInternals } from '../lab/create-lab';
import { restore } from './load-setup';

/** An engine in the sandbox. */
interface Opened {
  host: Host;
  definitions: readonly OwnDefinition[];
}

/** Wall time until an engine shows its scene, and that of grading, ms. */
const START_TIME = 30_000;
const GRADING_TIME = 30_000;

export function createOwnDefinitions(lab: LabInternals): OwnDefinitions {
  let present: readonly OwnDefinition[] = [];
  /** The last method that came with the program. */
  let builtIn = lab.frame.status.integrator;
  /** One change after another. */
  let turn: Promise<unknown> = Promise.resolve();
  const enqueue = <T>(work: () => Promise<T>): Promise<T> => {
    const result = turn.then(work, work);
    turn = result.catch(() => {});
    return result;
  };

  async function open(all: readonly (OwnDefinition | { source: string })[]): Promise<Opened> {
    const { worker, definitions } = await openSandbox({ engine: requestedKernel() }, sourcesOf(all));
    const host = connectEngine(worker);
    await firstFrame(host).catch((error) => {
      host.dispose();
      throw error;
    });
    // Of two with the same id the later one has joined; the new one is the last.
    const known = new Map(all.map((one) => ['id' in one ? one.id : (definitions.at(-1)?.id ?? ''), one.source]));
    const joined = definitions.map(({ kind, id }) => ({ kind, id, source: known.get(id) ?? '' }));
    return { host, definitions: joined };
  }

  /** Continues in another engine from what the last one showed. @param integrator in place of the last one */
  async function continueIn({ host, definitions }: Opened, last: Frame, paused: boolean, integrator: string) {
    present = definitions;
    lab.own = definitions;
    jobWorkers.start = definitions.length > 0 ? () => startJob(definitions) : null;
    const { file } = lab;
    lab.replaceHost(null);
    lab.replaceHost(host);
    host.onFailure = (message) => enqueue(() => recover(message)).catch(lab.messages.rethrow);
    const params = Object.fromEntries(
      Object.entries(last.status.params).filter(([key]) => Object.hasOwn(host.catalog.params, key)),
    ) as Frame['status']['params'];
    await restore(lab, { ...last, status: { ...last.status, integrator, params } }, file);
    if (!paused) lab.play();
  }

  async function startJob(definitions: readonly OwnDefinition[]): Promise<WorkerPort> {
    return (await openSandbox('job', sourcesOf(definitions))).worker;
  }

  async function define(source: string): Promise<Joined> {
    checkSource(source);
    const opened = await open([...present, { source }]);
    await lab.settled().catch(() => {});
    const { kind, id } = opened.definitions[opened.definitions.length - 1];
    const { frame, paused } = lab;
    const { integrator } = frame.status;
    if (!isOwn(integrator)) builtIn = integrator;
    await continueIn(opened, frame, paused, integrator);
    return { kind, id };
  }

  const isOwn = (id: string) => present.some((one) => one.id === id);

  /** After a failure, without the definitions that were in use. */
  async function recover(message: string): Promise<void> {
    const { frame: last, paused } = lab;
    lab.replaceHost(null);
    const { integrator } = last.status;
    const named = present.filter(({ id }) => message.includes(`“${id}”`));
    const inUse = ownDefinitionsInUse(present, integrator);
    const stopped = [named, inUse, present].find((some) => some.length > 0) ?? [];
    const kept = present.filter((one) => !stopped.includes(one));
    const method = stopped.some(({ id }) => id === integrator) ? builtIn : integrator;
    await continueIn(await open(kept), last, paused, method);
    lab.messages.show({
      kind: 'error',
      isOfDefinition: true,
      text: t`A definition was stopped: ${named.length > 0 ? '' : `${quoted(stopped)}, `}${message}.`,
      reason: t`The cloth is back at its last good state, with ${methodLabel(lab.catalog, method)}. The run goes on from step ${formatCount(last.status.stepCount)}.`,
    });
  }

  async function grade(id: string): Promise<GradedLaw[]> {
    if (!lab.catalog.integrators.some((one) => one.id === id) && !isOwn(id))
      throw new RangeError(t`there is no definition "${String(id)}"`);
    const worker = connect<SandboxJobs>(await startJob(present));
    const time = setTimeout(
      () => worker.close(new Error(t`grading took more than ${GRADING_TIME / 1000} s`)),
      GRADING_TIME,
    );
    try {
      return await worker.remote.grade(id);
    } finally {
      clearTimeout(time);
      worker.close(null);
    }
  }

  return {
    define: (source) => enqueue(() => define(source)),
    grade,
    async adopt(sources, from) {
      if (!Array.isArray(sources) || !sources.every((source) => typeof source === 'string'))
        throw new RangeError('definitions must be a list of texts');
      const others = sources.filter((source) => !present.some((one) => one.source === source));
      if (others.length === 0) return true;
      if (!(await askToRun(others, from))) return false;
      for (const source of others) await enqueue(() => define(source));
      return true;
    },
  };
}

const sourcesOf = (all: readonly { source: string }[]) => all.map(({ source }) => source);

const quoted = (all: readonly OwnDefinition[]) => all.map(({ id }) => `“${id}”`).join(' or ');

function firstFrame(host: Host): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(t`the scene of the page was not built within ${START_TIME / 1000} s`)),
      START_TIME,
    );
    host.onFailure = (message) => reject(new Error(message));
    host.ready.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** @param from as in "This link" @returns true if the user agrees */
function askToRun(sources: readonly string[], from: string): Promise<boolean> {
  return new Promise((resolve) => {
    let runs = false;
    const answer = (yes: boolean) => {
      runs = yes;
      dialog.close();
    };
    const dialog = openDialog(
      { id: 'run-definitions' },
      t`${from} brings code of its own`,
      element(
        'p',
        'It defines a method or a force. It runs without access to this page, its storage or the network; it can only compute.',
      ),
      ...sources.map((source) => element('pre', { tabindex: 0 }, source)),
      element(
        'p.buttons',
        button('Run it', 'Let the code run in the sandbox', () => answer(true)),
        button('Leave it out', 'Do not run the code: what needs it does not open', () => answer(false)),
      ),
    );
    dialog.addEventListener('close', () => resolve(runs));
  });
}
