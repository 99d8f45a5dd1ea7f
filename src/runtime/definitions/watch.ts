/** Notices within a second that a worker in the sandbox does not answer. */
import type { Command } from '../../physics';
import type { Call } from '../connect';
import type { Session } from '../host/session';

/** Wall time between two checks, ms. Checks are counted, not time: a computer may have slept. */
const CHECK_EVERY = 200;
/** Checks in a row without an answer that is due. */
const SILENT = 5;
/** The same for requests that may take long: an analysis, a scene, a search. */
const LONG_SILENT = 150;

/** Methods of the session that may take long. */
const LONG: readonly (keyof Session)[] = [
  'ask',
  'save',
  'sideBySide',
  'recordedTable',
  'recordedPoses',
  'limitingTriangles',
];
/** Commands that may take long. */
const LONG_COMMANDS: readonly string[] = [
  'scene',
  'equilibrium',
  'precision',
  'material',
  'rewind',
  'reset',
  'undo',
  'redo',
];

/**
 * @param isEngine false: it runs a job, and only calls of definitions are watched: there may be minutes between two reports
 * @param onSilence called once, with the wall time without an answer, s
 */
export function createWatch(isEngine: boolean, onSilence: (seconds: number) => void) {
  /** Ids of calls without an answer, and whether they may take long: while one of those is under way, all others wait for it. */
  const due = new Map<number, boolean>();
  /** True while a function is called, as the worker has said. */
  let calling = false;
  let silent = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  const end = () => {
    clearInterval(timer);
    timer = undefined;
  };
  const check = () => {
    silent++;
    const isLong = !calling && [...due.values()].includes(true);
    if (silent < (isLong ? LONG_SILENT : SILENT)) return;
    end();
    onSilence((silent * CHECK_EVERY) / 1000);
  };
  /** Starts or ends the checks. */
  const update = () => {
    if (due.size === 0 && !calling) return end();
    if (timer !== undefined) return;
    silent = 0;
    timer = setInterval(check, CHECK_EVERY);
  };

  return {
    /** Call with each message to the worker. */
    asked(message: unknown) {
      const call = message as Call;
      if (!isEngine || !('id' in call)) return;
      due.set(call.id, mayTakeLong(call));
      update();
    },
    /** Call with each message from it. */
    answered(message: unknown) {
      silent = 0;
      const { type, call, id, ...reply } = message as { type?: string; call?: string; id?: number };
      if (type === 'calls') calling = Boolean(call);
      if (id !== undefined && !('progress' in reply)) due.delete(id);
      update();
    },
    end,
  };
}

function mayTakeLong({ method, args: [command] }: Extract<Call, { id: number }>): boolean {
  return (
    LONG.includes(method as keyof Session) ||
    (method === 'send' && LONG_COMMANDS.includes((command as Command | null)?.type ?? ''))
  );
}
