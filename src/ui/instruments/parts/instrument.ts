import { t } from '../../../language/translate';
import type { Frame } from '../../../runtime/frame/frame';
import { messageOf } from '../../../runtime/host/message-of';
import type { Answer, Args, QueryName } from '../../../runtime/queries';
import { button, element, setAttribute, setText } from '../../controls/element';
import type { Lab } from '../../lab/lab';
import { ignoreShownError } from '../../lab/message-list';

/** The interface of an instrument: a view of the run in the dock. It costs nothing while it is closed. */
export interface Instrument {
  readonly node: HTMLElement;
  /** Called every 200 ms: what the instrument has found, as the first line of its pane. */
  conclude(frame: Frame): Conclusion;
  /** Called every 200 ms, for text and tables. */
  update?(frame: Frame): void;
  /** Called with every frame, for what must record or draw each of them. */
  follow?(frame: Frame): void;
  /** Ends jobs, and what it has changed on the page or in the engine. */
  dispose?(): void;
}

/** An entry of the registry. */
export interface InstrumentEntry {
  id: string;
  /** Heading above it in the gallery. `File`: it is opened by that menu, and the gallery does not list it. */
  group: 'The run as it is' | 'Stable or not' | 'Methods compared' | 'Experiments' | 'File';
  label: string;
  /** One sentence: what it shows. */
  help: string;
  /** True: it needs the width of the window, and the dock opens below the view. */
  wide?: true;
  /** Loads its code; called when the instrument is first opened. */
  load(): Promise<(lab: Lab) => Instrument>;
}

/**
 * What an instrument has found, in one sentence of plain words with units, computed from the run as it is. An instrument returns it from
 * `conclude`; the pane shows it as its first line:
 *
 *     conclude(frame) {
 *       if (isAtRest(frame)) return nothingToSee(frame);
 *       return t`The method has added ${prefixed(added, 'J')}.`;
 *     }
 */
export type Conclusion = string | ReturnType<typeof nothingToSee>;

/** The conclusion where the run has nothing to show: a button beside it throws the scene, by the command `throw`. */
export function nothingToSee(frame: Frame) {
  return { text: t`Nothing to see yet: throw ${nounOf(frame)}.` };
}

function nounOf({ structure: { grid, surface } }: Frame): string {
  return grid && surface.length > 0 ? 'the cloth' : t('it');
}

/** Begins a sentence about a recording that a blow-up has ended; empty while the run continues. */
export function untilBlowUp({ blowUp }: Pick<Frame['status'], 'blowUp'>): string {
  return blowUp ? t`The run blew up at t = ${blowUp.time.toFixed(3)} s; until its last good state, ` : '';
}

/** dt is a symbol, and stays as it is. */
export function capitalized(text: string): string {
  return /^dt\b/.test(text) ? text : text[0].toUpperCase() + text.slice(1);
}

/** The first line of a pane. */
export function createConclusionLine(lab: Lab) {
  const text = element('p', { role: 'status', 'aria-live': 'off' });
  const thrower = button(
    'Throw it',
    'Give the scene a standard throw, the same each time, and play; undo takes it back',
    () => ignoreShownError(throwScene()),
  );
  const node = element('div.conclusion', { hidden: true }, text, thrower);
  let words = '';

  async function throwScene(): Promise<void> {
    await lab.send({ type: 'throw' });
    lab.play();
  }

  return {
    node,
    /** @param conclusion null: none */
    show(conclusion: Conclusion | null, frame: Frame): void {
      node.hidden = conclusion === null;
      if (!conclusion) return;
      const sentence = typeof conclusion === 'string' ? conclusion : conclusion.text;
      // Spoken when its words change, not with each number.
      const next = sentence.replace(/[\d.,]+/g, '#');
      setAttribute(text, 'aria-live', next === words ? 'off' : 'polite');
      words = next;
      setText(text, sentence);
      thrower.hidden = typeof conclusion === 'string';
      setText(thrower, t`Throw ${nounOf(frame)}`);
    },
  };
}

/** Asks the engine one question at a time. @param showError absent: an engine that fails is reported elsewhere */
export function createAsker(lab: Pick<Lab, 'ask'>, showError: (message: string, error: unknown) => void = () => {}) {
  let last = Number.NEGATIVE_INFINITY;
  const asker = {
    busy: false,
    /** True if no question is asked, and none was within a time. @param period ms */
    isFree: (period: number) => !asker.busy && performance.now() - last >= period,
    async ask<Q extends QueryName>(query: Q, args: Args<Q>, show: (answer: Answer<Q>) => void): Promise<void> {
      if (asker.busy) return;
      asker.busy = true;
      last = performance.now();
      try {
        show(await lab.ask(query, args));
      } catch (error) {
        showError(messageOf(error), error);
      } finally {
        asker.busy = false;
      }
    },
  };
  return asker;
}
