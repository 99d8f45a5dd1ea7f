/**
 * The one rule: what the engine accepts can be stepped, saved, loaded and rewound to the same bits. It rejects everything else with
 * an error of its own that names the thing, and no state changes.
 */
import { createSimulation, isFiniteState, type Simulation } from '../../src/physics';
import { settled } from '../fixtures/random-acts';

/** What the JavaScript engine says by itself in a RangeError. */
const NATIVE =
  /^(Invalid |Maximum call|Array buffer|[Oo]ffset |start offset|Source is|WebAssembly|to\w+\(\) |precision argument|Out of)/;
/** The thing is named first: a key, a path, a number with what it is not, or "there is no …". */
const NAMES_FIRST = /^\S+/;
/** A message quotes a value with at most 60 characters; the longest lists all ids of a registry. */
const MAX_MESSAGE = 700;

/** Everything that a command must leave alone if it is rejected. */
export function stateOf(simulation: Simulation): string {
  const { held, target, push, time, stepCount, history, blowUp, loadNumber } = simulation;
  const { recorded, timeline } = simulation;
  const run = [held, target, push, time, stepCount, history, blowUp, loadNumber, recorded.length, timeline.last];
  return JSON.stringify([settled(simulation), simulation.hash(), run]);
}

/** As `stateOf`, without what a fork or a loaded file begins anew. */
export function motionOf(simulation: Simulation): string {
  const { time, blowUp } = simulation;
  return JSON.stringify([simulation.hash(), time, blowUp?.cause]);
}

/** @throws Error if this is not one of the engine's documented errors */
export function checkDocumented(error: unknown): asserts error is Error {
  const { name, message } = error as Error;
  const isOwn = name === 'SceneError' || (error instanceof RangeError && !NATIVE.test(message));
  if (!isOwn) throw new Error(`an undocumented error: ${(error as Error)?.stack ?? String(error)}`);
  if (!NAMES_FIRST.test(message)) throw new Error(`the message names nothing: ${JSON.stringify(message)}`);
  if (message.length > MAX_MESSAGE)
    throw new Error(`a message of ${message.length} characters: ${message.slice(0, MAX_MESSAGE)}…`);
}

/** Runs what may be rejected. Returns the message, or null if it was accepted. @throws Error for an undocumented error */
export function rejection(action: () => void): string | null {
  try {
    action();
  } catch (error) {
    checkDocumented(error);
    return error.message;
  }
  return null;
}

export function equal(actual: string, expected: string, what: string): void {
  if (actual === expected) return;
  let i = 0;
  while (actual[i] === expected[i]) i++;
  const part = (text: string) => text.slice(Math.max(0, i - 60), i + 60);
  throw new Error(`${what}: …${part(actual)}… in place of …${part(expected)}…`);
}

/** A saved run loads to the same bits, and is saved as the same text. */
export function checkSaved(simulation: Simulation): void {
  // JSON cannot hold NaN: saving would restore the last finite state first.
  if (!isFiniteState(simulation.state)) return;
  const { precision } = simulation;
  const text = JSON.stringify(simulation.save());
  const loaded = createSimulation({ scene: JSON.parse(text), precision });
  equal(`${loaded.hash()} ${loaded.time}`, `${simulation.hash()} ${simulation.time}`, 'a loaded file');
  equal(JSON.stringify(loaded.save()), text, 'a file that is saved again');
}

/** Going to a recorded step and back gives the same bits, and so does an independent run from there. @param at 0 … 1 */
export function checkRewind(simulation: Simulation, at: number): void {
  const { first, last, past } = simulation.timeline;
  const { stepCount, blowUp } = simulation;
  const step = first.step + Math.floor(at * (stepCount - first.step + 1));
  const before = stateOf(simulation);
  if (blowUp === null && !past) {
    const again = simulation.rerun(step);
    again.step(stepCount - step);
    equal(motionOf(again), motionOf(simulation), `a rerun from step ${step}`);
  }
  simulation.apply({ type: 'rewind', step });
  simulation.step(stepCount - step);
  // The detector may have found the blow-up at a later step than the one that was restored.
  if (blowUp) simulation.step(last.step - simulation.stepCount);
  equal(stateOf(simulation), before, `rewound to step ${step} and back to ${stepCount}`);
}
