/** Writes files for other programs: a film of the recording, and the present state as a picture, a mesh or a table. */
import { t } from '../../language/translate';
import { messageOf } from '../../runtime/host/message-of';
import { button, controlRow, element, setText } from '../controls/element';
import { prefixed } from '../controls/number-format';
import type { Lab } from '../lab/lab';
import type { ExportWatch } from '../lab/scripting';
import { createExporting, formats } from '../sharing/export/exporting';
import { FILM_FORMATS } from '../sharing/export/film/film-plan';
import { fileNameOf, saveAs } from '../sharing/files';
import { createEmbedForm, createFilmForm } from './export-forms';
import type { Instrument } from './parts/instrument';

export function createExport(lab: Lab): Instrument {
  const exporting = createExporting(lab);
  const form = createFilmForm(lab);
  const film = button('Make the film', 'Draw each picture of the film, and download it', () => {
    const options = form.options();
    void write(FILM_FORMATS[options.format as keyof typeof FILM_FORMATS].ending, (watch) =>
      exporting.film(options, watch),
    );
  });
  const cancel = button('Cancel', 'Stop, without a file', () => abort?.abort());
  /** The first button of each format, by its id. */
  const byFormat = new Map<string, HTMLButtonElement>();
  const files = formats.flatMap(({ id, ending = id, label, help, variant }) => {
    const buttons = [{ label, help, options: {} }, ...(variant ? [variant] : [])].map((one) =>
      button(one.label, one.help, () => void write(ending, (watch) => exporting.export(id, one.options, watch))),
    );
    byFormat.set(id, buttons[0]);
    return buttons;
  });
  const bar = element('progress', { max: 1, value: 0, 'aria-label': 'Progress' });
  const note = element('p', { class: 'now', role: 'status' });
  const about = element('p', { class: 'now plan' });
  const embed = createEmbedForm(lab);
  const forms: Record<string, HTMLElement | null> = {
    film,
    formats: files[0],
    embed: embed.querySelector<HTMLElement>('select'),
  };
  const node = element(
    'div',
    { class: 'export job' },
    element('h3', {}, 'Film of the recording'),
    form.node,
    about,
    controlRow(film, cancel),
    bar,
    note,
    element('h3', {}, 'Files for other programs'),
    controlRow(...files),
    element('h3', {}, 'In a page of your own'),
    embed,
  );
  /** Of the work under way; null: there is none. */
  let abort: AbortController | null = null;
  setBusy();

  function setBusy(): void {
    cancel.disabled = !abort;
    for (const one of [film, ...files]) one.disabled = abort !== null;
  }

  async function write(ending: string, make: (watch: ExportWatch) => Promise<Blob>): Promise<void> {
    abort = new AbortController();
    const { signal } = abort;
    bar.value = 0;
    setText(note, 'Working…');
    setBusy();
    try {
      const blob = await make({
        signal,
        onProgress(done) {
          bar.value = done;
        },
      });
      signal.throwIfAborted();
      saveAs(blob, `${fileNameOf(lab)}.${ending}`);
      setText(note, t`Done: ${(blob.size / 1e6).toPrecision(3)} MB.`);
    } catch (error) {
      setText(note, signal.aborted ? 'Cancelled.' : messageOf(error));
    }
    abort = null;
    setBusy();
  }

  /** Does what the menu File has asked for. */
  function begin(): void {
    const { exportFirst } = lab.page;
    if (exportFirst === null) return;
    lab.page.exportFirst = null;
    byFormat.get(exportFirst)?.click();
    const shown = byFormat.has(exportFirst) ? bar : forms[exportFirst];
    shown?.scrollIntoView({ block: 'center' });
    shown?.focus({ preventScroll: true });
  }

  return {
    node,
    update() {
      setText(about, form.describe());
      begin();
    },
    conclude({ status: { timeline } }) {
      const duration = timeline.last.time - timeline.first.time;
      if (!(duration > 0))
        return { text: 'Nothing is recorded yet: a film needs some motion. The other files hold the present state.' };
      return {
        text: t`The recording has ${prefixed(duration, 's')} of motion for a film. The other files hold the present state.`,
      };
    },
    dispose: () => abort?.abort(),
  };
}
