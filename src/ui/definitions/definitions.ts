/** Lets definitions from source join: each change starts an engine in the sandbox, which continues from the last picture. */
import { compile } from '../../runtime/definitions/compile';
import type { Definitions, GradedLaw, OwnDefinition } from '../../runtime/definitions/definitions';
import { openSandbox, type SandboxWorker } from '../../runtime/definitions/open-sandbox';
import type { Frame } from '../../runtime/frame/frame';
import type { Host } from '../../runtime/host/host';
import type { RequestedKernel } from '../../runtime/host/messages';
import { connectWorker } from '../../runtime/host/worker-host';
import { jobWorkers } from '../../runtime/jobs/start-job';
import { formatCount } from '../controls/number-format';
import { methodLabel } from '../lab/catalog-labels';
import type { LabInternals } from '../lab/create-lab';
import { restore } from '../sharing/restore';
import { askToRun } from './ask-to-run';

/** A definition with its compiled code. */
interface Compiled extends OwnDefinition {
  readonly code: string;
}

/** An engine in the sandbox. */
interface Opened {
  host: Host;
  definitions: readonly Compiled[];
}

/** Wall time of grading, ms. */
const GRADING_TIME = 30_000;

export function createDefinitions(lab: LabInternals): Definitions {
  let present: readonly Compiled[] = [];
  /** The last method that came with the program. */
  let builtIn = lab.frame.status.integrator;
  /** One change after another. */
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = turn.then(work, work);
    turn = result.catch(() => {});
    return result;
  };

  async function open(all: readonly (Compiled | { source: string; code: string })[]): Promise<Opened> {
    const kernel: RequestedKernel = new URLSearchParams(location.search).get('kernel') === 'js' ? 'js' : 'auto';
    const codes = all.map(({ code }) => code);
    const { worker, definitions } = await openSandbox({ type: 'engine', kernel }, codes);
    const host = connectWorker(kernel, worker);
    await firstFrame(host);
    // Of two with the same id the later one has joined; the new one is the last.
    const known = new Map(all.map((one) => ['id' in one ? one.id : (definitions.at(-1)?.id ?? ''), one]));
    const joined = definitions.map((one) => ({ ...(known.get(one.id) as Compiled), ...one }));
    return { host, definitions: joined };
  }

  /** Continues in another engine from what the last one showed. @param integrator in place of the last one */
  async function continueIn({ host, definitions }: Opened, last: Frame, paused: boolean, integrator: string) {
    present = definitions;
    lab.own = definitions.map(({ kind, id, source }) => ({ kind, id, source }));
    jobWorkers.start = definitions.length > 0 ? () => startJob(definitions) : null;
    const { file } = lab;
    lab.replaceHost(null);
    lab.replaceHost(host);
    host.onFailure = (message) => inTurn(() => recover(message)).catch(lab.messages.rethrow);
    host.onSilence = () => {};
    const params = Object.fromEntries(
      Object.entries(last.status.params).filter(([key]) => Object.hasOwn(host.catalog.params, key)),
    ) as Frame['status']['params'];
    await restore(lab, { ...last, status: { ...last.status, integrator, params } }, file);
    if (!paused) lab.play();
  }

  async function startJob(definitions: readonly Compiled[]): Promise<SandboxWorker> {
    return (
      await openSandbox(
        { type: 'job' },
        definitions.map(({ code }) => code),
      )
    ).worker;
  }

  async function define(source: string): Promise<Pick<OwnDefinition, 'kind' | 'id'>> {
    const code = compile(source);
    const opened = await open([...present, { source, code }]);
    await lab.settled().catch(() => {});
    const { kind, id } = opened.definitions[opened.definitions.length - 1];
    rememberMethod();
    const { frame, paused } = lab;
    await continueIn(opened, frame, paused, frame.status.integrator);
    return { kind, id };
  }

  const isOwn = (id: string) => present.some((one) => one.id === id);

  function rememberMethod(): void {
    const { integrator } = lab.frame.status;
    if (!isOwn(integrator)) builtIn = integrator;
  }

  /** After a failure, without the definitions that were in use. */
  async function recover(message: string): Promise<void> {
    const { frame: last, paused } = lab;
    lab.replaceHost(null);
    const { integrator } = last.status;
    const named = present.filter(({ id }) => message.includes(`“${id}”`));
    const inUse = present.filter(({ kind, id }) => kind === 'force' || id === integrator);
    const stopped = named.length > 0 ? named : inUse;
    const kept = present.filter((one) => !stopped.includes(one));
    const method = stopped.some(({ id }) => id === integrator) ? builtIn : integrator;
    await continueIn(await open(kept), last, paused, method);
    lab.messages.show({
      kind: 'error',
      text: `A definition was stopped: ${message}.`,
      reason: `The cloth is back at its last good state, with ${methodLabel(lab.catalog, method)}. The run goes on from step ${formatCount(last.status.stepCount)}.`,
    });
  }

  async function grade(id: string): Promise<GradedLaw[]> {
    if (!lab.catalog.integrators.some((one) => one.id === id) && !isOwn(id))
      throw new RangeError(`there is no definition "${String(id)}"`);
    const { worker } = await openSandbox(
      { type: 'grade', id },
      present.map(({ code }) => code),
    );
    try {
      return await new Promise((resolve, reject) => {
        const time = setTimeout(() => reject(new Error('grading took more than 30 s')), GRADING_TIME);
        worker.onmessage = ({ data }) => {
          clearTimeout(time);
          resolve(data as GradedLaw[]);
        };
        worker.onerror = ({ message: why }) => {
          clearTimeout(time);
          reject(new Error(why));
        };
      });
    } finally {
      worker.terminate();
    }
  }

  return {
    define: (source) => inTurn(() => define(source)),
    grade,
    async adopt(sources, from) {
      if (!Array.isArray(sources) || !sources.every((source) => typeof source === 'string'))
        throw new RangeError('definitions must be a list of texts');
      const others = sources.filter((source) => !present.some((one) => one.source === source));
      if (others.length === 0) return true;
      if (!(await askToRun(others, from))) return false;
      for (const source of others) await inTurn(() => define(source));
      return true;
    },
  };
}

function firstFrame(host: Host): Promise<void> {
  return new Promise((resolve, reject) => {
    host.onFailure = (message) => reject(new Error(message));
    host.ready.then(resolve, reject);
  });
}
