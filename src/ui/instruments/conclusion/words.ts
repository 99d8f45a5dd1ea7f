/** Words that conclusions share. */
import type { Frame } from '../../../runtime/frame/frame';

/** Begins a sentence about a recording that a blow-up has ended; empty while the run continues. */
export function untilBlowUp({ blowUp }: Pick<Frame['status'], 'blowUp'>): string {
  return blowUp ? `The run blew up at t = ${blowUp.time.toFixed(3)} s; until its last good state, ` : '';
}

/** dt is a symbol, and stays as it is. */
export function capitalized(text: string): string {
  return /^dt\b/.test(text) ? text : text[0].toUpperCase() + text.slice(1);
}
