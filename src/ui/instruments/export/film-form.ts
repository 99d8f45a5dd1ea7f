/** The form of a film: which part of the recording, at which size, and how fast. */

import { messageOf } from '../../../runtime/host/message-of';
import { decimalInput } from '../../controls/decimal-input';
import { controlRow, element } from '../../controls/element';
import { formatCount, formatNumber } from '../../controls/number-format';
import { parseNumber } from '../../controls/number-text';
import type { Lab } from '../../lab/lab';
import type { ExportOptions } from '../../lab/scripting';
import { bitrateOf } from '../../sharing/export/film/encoder';
import { FILM_DEFAULTS, FILM_FORMATS, planFilm } from '../../sharing/export/film/film-plan';

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

export interface FilmForm {
  readonly node: HTMLElement;
  options(): ExportOptions;
  /** What the film will be, in words, or why it can't be made. */
  describe(): string;
}

export function createFilmForm(lab: Lab): FilmForm {
  const time = (title: string, placeholder: string) => decimalInput({ title, placeholder });
  const from = time(
    `Start of the film, simulated s; empty: ${LAST} s before its end, or the start of the recording`,
    `last ${LAST} s`,
  );
  const to = time('End of the film, simulated s; empty: the end of the recording', 'end');
  const select = (title: string, options: readonly (readonly [value: string, text: string])[]) =>
    element('select', { title }, ...options.map(([value, text]) => element('option', { value }, text)));
  const size = select(
    'Width and height of the film, pixels',
    SIZES.map(([width, height]) => [`${width} ${height}`, `${width} × ${height}`] as const),
  );
  const rate = select(
    'Pictures per second of the film',
    RATES.map((fps) => [String(fps), `${fps} per second`] as const),
  );
  rate.value = String(FILM_DEFAULTS.fps);
  const format = select(
    'Kind of file. GIF and PNG pictures need no encoder of the browser; GIF has 256 colors a picture',
    Object.entries(FILM_FORMATS).map(([id, { label }]) => [id, label] as const),
  );
  const speed = decimalInput({
    value: FILM_DEFAULTS.speed,
    title: 'Simulated seconds per second of the film: below 1 it is slow motion',
  });
  const camera = select('Whether the camera stays where it is, or moves as you moved it during the run', [
    ['fixed', 'fixed'],
    ['recorded', 'as it was moved'],
  ]);
  const caption = element('input', { type: 'checkbox', title: 'Write time, dt, energy and method into a corner' });
  const labelled = (text: string, field: HTMLElement) => element('label', {}, text, field);
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
    describe() {
      try {
        const plan = planFilm(lab.frame.status.timeline, options());
        const seconds = plan.count / plan.fps;
        const pictures = `${formatCount(plan.count)} pictures, ${formatNumber(seconds, 3)} s`;
        if (FILM_FORMATS[plan.format].codec === null) return `${pictures}.`;
        return `${pictures}, at most about ${formatNumber((bitrateOf(plan) * seconds) / 8e6, 2)} MB.`;
      } catch (error) {
        return messageOf(error);
      }
    },
  };
}
