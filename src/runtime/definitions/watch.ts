/** Notices within a second that a worker in the sandbox does not answer. */
import type { EngineRequest } from '../host/messages';

/** Wall time between two checks, ms. Checks are counted, not time: a computer may have slept. */
const CHECK_EVERY = 200;
/** Checks in a row without an answer that is due. */
const SILENT = 5;
/** The same for requests that may take long: an analysis, a scene, a search. */
const LONG_SILENT = 150;

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

export interface Watch {
  /** Call with each message to the worker. */
  asked(message: unknown): void;
  /** Call with each message from it. */
  answered(message: unknown): void;
  end(): void;
}

/** @param onSilence called once, with the wall time without an answer, s */
export function createWatch(onSilence: (seconds: number) => void): Watch {
  /** Requests that are quick, by id; `advance` has none. Also a call that the worker has told, until it returns. */
  const quick = new Set<number | 'advance' | 'call'>();
  /** Requests that may take long: while one is under way, all others wait for it. */
  const long = new Set<number>();
  let silent = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  const end = () => {
    clearInterval(timer);
    timer = undefined;
  };
  const start = () => {
    if (timer !== undefined || quick.size + long.size === 0) return;
    silent = 0;
    timer = setInterval(check, CHECK_EVERY);
  };
  const check = () => {
    silent++;
    if (silent < (long.size > 0 && !quick.has('call') ? LONG_SILENT : SILENT)) return;
    end();
    onSilence((silent * CHECK_EVERY) / 1000);
  };

  return {
    asked(message) {
      const request = message as EngineRequest;
      if (request.type === 'advance') quick.add('advance');
      else if ('id' in request) (isLong(request) ? long : quick).add(request.id);
      start();
    },
    answered(message) {
      silent = 0;
      const { type, id, call } = message as { type: string; id?: number; call?: string };
      if (type === 'calls') {
        if (call) quick.add('call');
        else quick.delete('call');
        start();
      }
      if (type === 'frame') quick.delete('advance');
      if (id !== undefined) {
        quick.delete(id);
        long.delete(id);
      }
      if (quick.size + long.size === 0) end();
    },
    end,
  };
}

function isLong(request: EngineRequest): boolean {
  if (request.type === 'send') return LONG_COMMANDS.includes(request.command?.type);
  return request.type === 'ask' || request.type === 'save' || request.type === 'sideBySide';
}
