/** Writes files for other programs: a film of the recording, and the present state as a picture, a mesh or a table. */
import { t } from '../../language/translate';
import { messageOf } from '../../runtime/host/message-of';
import { button, checkbox, choice, controlRow, element, labelled, setText } from '../controls/element';
import { decimalInput } from '../controls/number-box';
import { formatCount, formatNumber, parseNumber, prefixed } from '../controls/number-format';
import type { Lab } from '../lab/lab';
import type { ExportOptions, ExportWatch } from '../lab/scripting';
import { createExporting, formats } from '../sharing/export/exporting';
import { bitrateOf, FILM_DEFAULTS, FILM_FORMATS, planFilm } from '../sharing/export/film/film-plan';
import { fileNameOf, saveAs } from '../sharing/files';
import { linkOf } from '../sharing/link-extras';
import type { Instrument } from './parts/instrument';
import { createStudyControl, type JobWork } from './parts/job-control';

export function createExport(lab: Lab): Instrument {
  const exporting = createExporting(lab);
  const form = createFilmForm(lab);
  const job = createStudyControl(lab, {
    label: 'Make the film',
    help: 'Draw each picture of the film, and download it',
    cancelHelp: 'Stop, without a file',
    fields: [],
    run(...work) {
      const options = form.options();
      const { ending } = FILM_FORMATS[options.format as keyof typeof FILM_FORMATS];
      return write(ending, (watch) => exporting.film(options, watch), ...work);
    },
  });
  /** The first button of each format, by its id. */
  const byFormat = new Map<string, HTMLButtonElement>();
  const files = formats.flatMap(({ id, ending = id, label, help, variant }) => {
    const buttons = [{ label, help, options: {} }, ...(variant ? [variant] : [])].map((one) =>
      button(one.label, one.help, () => {
        void job.start((...work) => write(ending, (watch) => exporting.export(id, one.options, watch), ...work));
      }),
    );
    byFormat.set(id, buttons[0]);
    return buttons;
  });
  const about = element('p.now.plan');
  const embed = createEmbedForm(lab);
  const forms: Record<string, HTMLElement | null> = {
    film: job.node.querySelector('button'),
    formats: files[0],
    embed: embed.querySelector<HTMLElement>('select'),
  };
  const node = element(
    'div.export.job',
    element('h3', 'Film of the recording'),
    form.node,
    about,
    job.node,
    element('h3', 'Files for other programs'),
    controlRow(...files),
    element('h3', 'In a page of your own'),
    embed,
  );
  let before: Promise<unknown> = Promise.resolve();

  async function write(
    ending: string,
    make: (watch: ExportWatch) => Promise<Blob>,
    ...[signal, onProgress]: Parameters<JobWork>
  ): Promise<string> {
    // A film that is cancelled goes back to the present first.
    const work = before.then(() => make({ signal, onProgress }));
    before = work.catch(() => {});
    const blob = await work;
    signal.throwIfAborted();
    saveAs(blob, `${fileNameOf(lab)}.${ending}`);
    return t`Done: ${(blob.size / 1e6).toPrecision(3)} MB.`;
  }

  /** Does what the menu File has asked for. */
  function begin(): void {
    const { exportFirst } = lab.page;
    if (exportFirst === null) return;
    lab.page.exportFirst = null;
    byFormat.get(exportFirst)?.click();
    const shown = byFormat.has(exportFirst) ? job.node : forms[exportFirst];
    shown?.scrollIntoView({ block: 'center' });
    shown?.focus({ preventScroll: true });
  }

  return {
    node,
    update() {
      setText(about, form.describe());
      for (const one of files) one.disabled = job.computing();
      begin();
    },
    conclude({ status: { timeline } }) {
      const duration = timeline.last.time - timeline.first.time;
      if (!(duration > 0))
        return 'Nothing is recorded yet: a film needs some motion. The other files hold the present state.';
      return t`The recording has ${prefixed(duration, 's')} of motion for a film. The other files hold the present state.`;
    },
    dispose: job.dispose,
  };
}

// The form of a film: which part of the recording, at which size, and how fast.

/** Sizes to choose from, pixels. */
const SIZES = [
  [1280, 720],
  [1920, 1080],
  [3840, 2160],
  [1080, 1080],
  [1080, 1920],
] as const;
/** Simulated s before its end that a film shows unless it is told otherwise. */
const LAST = 10;
const RATES = [24, 30, 50, 60] as const;

function createFilmForm(lab: Lab) {
  const time = (title: string, placeholder: string) => decimalInput({ title, placeholder });
  const from = time(
    t`Start of the film, simulated s; empty: ${LAST} s before its end, or the start of the recording`,
    t`last ${LAST} s`,
  );
  const to = time('End of the film, simulated s; empty: the end of the recording', t('end'));
  const size = choice(
    { title: 'Width and height of the film, pixels' },
    SIZES.map(([width, height]) => [`${width} ${height}`, `${width} × ${height}`]),
  );
  const rate = choice(
    { title: 'Pictures per second of the film' },
    RATES.map((fps) => [fps, t`${fps} per second`]),
  );
  rate.value = String(FILM_DEFAULTS.fps);
  const format = choice(
    { title: 'Kind of file. GIF and PNG pictures need no encoder of the browser; GIF has 256 colors a picture' },
    Object.entries(FILM_FORMATS).map(([id, { label }]) => [id, label]),
  );
  const speed = decimalInput({
    value: FILM_DEFAULTS.speed,
    title: 'Simulated seconds per second of the film: below 1 it is slow motion',
  });
  const camera = choice({ title: 'Whether the camera stays where it is, or moves as you moved it during the run' }, [
    ['fixed', t('fixed')],
    ['recorded', 'as it was moved'],
  ]);
  const caption = checkbox('Write time, dt, energy and method into a corner');
  const node = controlRow(
    labelled('From / s ', from),
    labelled('to / s ', to),
    labelled('Speed × ', speed),
    labelled('Size ', size),
    labelled('Rate ', rate),
    labelled('File ', format),
    labelled('Camera ', camera),
    labelled('Caption ', caption),
  );

  function options(): ExportOptions {
    const { first, last } = lab.frame.status.timeline;
    const end = to.value === '' ? last.time : parseNumber(to.value);
    const [width, height] = size.value.split(' ').map(Number);
    return {
      from: from.value === '' ? Math.max(first.time, end - LAST) : parseNumber(from.value),
      to: end,
      speed: parseNumber(speed.value),
      ...{ width, height, fps: Number(rate.value), format: format.value },
      ...{ camera: camera.value, caption: caption.checked },
    };
  }

  return {
    node,
    options,
    /** What the film will be, in words, or why it can't be made. */
    describe(): string {
      try {
        const plan = planFilm(lab.frame.status.timeline, options());
        const seconds = plan.count / plan.fps;
        const pictures = t`${formatCount(plan.count)} pictures, ${formatNumber(seconds, 3)} s`;
        if (FILM_FORMATS[plan.format].codec === null) return `${pictures}.`;
        return t`${pictures}, at most about ${formatNumber((bitrateOf(plan) * seconds) / 8e6, 2)} MB.`;
      } catch (error) {
        return messageOf(error);
      }
    },
  };
}

// Writes the code that shows the present setup in a page of somebody else.

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

function createEmbedForm(lab: Lab): HTMLElement {
  const change = () => void write();
  const way = choice(
    { title: 'What the code consists of', change },
    Object.entries(WAYS).map(([id, { label }]) => [id, label]),
  );
  const controls = choice({ title: 'What is shown beside the cloth', change }, Object.entries(CONTROLS));
  const code = element('textarea', {
    rows: 4,
    readonly: true,
    spellcheck: false,
    title: 'Code for your page; it shows the present setup',
  });
  const note = element('p.now', { role: 'status' });

  /** @returns false if the setup does not fit into a link */
  async function write(): Promise<boolean> {
    const result = await linkOf(lab);
    const fits = 'hash' in result;
    const site = new URL('.', location.href.split(/[?#]/)[0]).href;
    const setup = fits ? result.hash.replaceAll('&', '&amp;').replaceAll('"', '&quot;') : '';
    code.value = fits ? WAYS[way.value as keyof typeof WAYS].code(site, setup, controls.value) : '';
    setText(note, fits ? '' : t`This setup does not fit into a link. ${result.reason}`);
    return fits;
  }

  async function copy(): Promise<void> {
    try {
      if (!(await write())) return;
      await navigator.clipboard.writeText(code.value);
      setText(note, 'The code is copied.');
    } catch (error) {
      code.select();
      setText(note, t`The code is selected, but not copied: ${messageOf(error)}`);
    }
  }

  void write();
  return element(
    'div',
    controlRow(labelled('As ', way), labelled('With ', controls)),
    labelled('Code', code),
    controlRow(button('Copy the code', 'Copy the code of the present setup', () => void copy())),
    note,
  );
}
