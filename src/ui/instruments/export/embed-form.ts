/** Writes the code that shows the present setup in a page of somebody else. */
import { messageOf } from '../../../runtime/host/message-of';
import { button, controlRow, element, setText } from '../../controls/element';
import type { Lab } from '../../lab/lab';
import { linkOf } from '../../sharing/link-text';

/** Ways to embed, with the code of each. @param site its address @param setup what stands behind the # of a link */
const WAYS = {
  element: {
    label: 'element',
    code: (site: string, setup: string, controls: string) =>
      `<script type="module" src="${site}embed/hooke-cloth.js"></script>\n<hooke-cloth params="${setup}" controls="${controls}"></hooke-cloth>`,
  },
  frame: {
    label: 'frame without a script',
    code: (site: string, setup: string, controls: string) =>
      `<iframe src="${site}?embed&amp;controls=${controls}#${setup}" width="640" height="480" title="Hooke" allow="fullscreen"></iframe>`,
  },
} as const;
const CONTROLS = { none: 'the cloth alone', basic: 'the bar at its foot', full: 'the whole page' } as const;

export function createEmbedForm(lab: Lab): HTMLElement {
  const select = (title: string, entries: readonly (readonly [id: string, label: string])[]) =>
    element(
      'select',
      { title, change: () => void write() },
      ...entries.map(([value, label]) => element('option', { value }, label)),
    );
  const way = select(
    'What the code consists of',
    Object.entries(WAYS).map(([id, { label }]) => [id, label] as const),
  );
  const controls = select('What is shown beside the cloth', Object.entries(CONTROLS));
  const code = element('textarea', {
    rows: 4,
    readonly: true,
    spellcheck: false,
    title: 'Code for your page; it shows the present setup',
  });
  const note = element('p', { class: 'now', role: 'status' });
  const labelled = (text: string, field: HTMLElement) => element('label', {}, text, field);

  /** @returns false if the setup does not fit into a link */
  async function write(): Promise<boolean> {
    const result = await linkOf(lab);
    const fits = 'hash' in result;
    const site = new URL('.', location.href.split(/[?#]/)[0]).href;
    const setup = fits ? result.hash.replaceAll('&', '&amp;').replaceAll('"', '&quot;') : '';
    code.value = fits ? WAYS[way.value as keyof typeof WAYS].code(site, setup, controls.value) : '';
    setText(note, fits ? '' : `This setup does not fit into a link. ${result.reason}`);
    return fits;
  }

  async function copy(): Promise<void> {
    try {
      if (!(await write())) return;
      await navigator.clipboard.writeText(code.value);
      setText(note, 'The code is copied.');
    } catch (error) {
      code.select();
      setText(note, `The code is selected, but not copied: ${messageOf(error)}`);
    }
  }

  void write();
  return element(
    'div',
    {},
    controlRow(labelled('As ', way), labelled('With ', controls)),
    labelled('Code', code),
    controlRow(button('Copy the code', 'Copy the code of the present setup', () => void copy())),
    note,
  );
}
