/** Writes SVG and HTML: elements as text, and a pen that is the part of a canvas context that drawings use. */
import type { Pen } from '../../instruments/parts/canvas';

type Style = string | CanvasGradient | CanvasPattern;

const START = {
  fillStyle: '#000000' as Style,
  strokeStyle: '#000000' as Style,
  globalAlpha: 1,
  lineWidth: 1,
  lineJoin: 'miter' as CanvasLineJoin,
  font: '10px sans-serif',
  textAlign: 'left' as CanvasTextAlign,
  textBaseline: 'alphabetic' as CanvasTextBaseline,
  dash: undefined as string | undefined,
  /** As the attribute `transform` has it. */
  transform: '',
  /** Id of the path that cuts off the rest. */
  clipId: null as string | null,
};
type PenState = typeof START;

const ANCHORS: Partial<Record<CanvasTextAlign, string>> = { center: 'middle', right: 'end', end: 'end' };
/** From the reference height of the text down to its base line, over the size of the font: not every program reads the attribute. */
const BASELINES: Partial<Record<CanvasTextBaseline, number>> = { middle: 0.35, top: 0.8, bottom: -0.22 };

interface SvgPen extends Pen {
  /** All that was drawn since it was created. */
  readonly content: readonly Markup[];
}

/** @param prefix of the ids that it defines */
export function createSvgPen(prefix: string): SvgPen {
  const content: Markup[] = [];
  const states: PenState[] = [];
  let state: PenState = { ...START };
  let path: string[] = [];
  let ids = 0;

  function add(name: string, attributes: Attributes, ...inner: string[]): void {
    const transform = state.transform || undefined;
    const node = tag(name, { ...attributes, transform }, ...inner);
    content.push(state.clipId === null ? node : tag('g', { 'clip-path': `url(#${state.clipId})` }, node));
  }

  function define(name: string, attributes: Attributes, inner: Markup): string {
    const id = `${prefix}-${++ids}`;
    content.push(tag('defs', tag(name, { ...attributes, id }, inner)));
    return id;
  }

  /** Attributes of a colour; programs other than browsers know no `rgba()`. */
  function paintOf(kind: 'fill' | 'stroke', style: Style): Attributes {
    if (style instanceof SvgPattern) return { [kind]: `url(#${patternId(style)})` };
    const numbers = /^rgba?\((.*)\)$/
      .exec(String(style))?.[1]
      .match(/[\d.]+/g)
      ?.map(Number);
    const color = numbers ? `#${numbers.slice(0, 3).map(hex).join('')}` : String(style);
    const opacity = (numbers?.[3] ?? 1) * state.globalAlpha;
    return { [kind]: color, [`${kind}-opacity`]: opacity < 1 ? round(opacity) : undefined };
  }

  function patternId({ tile, scale }: SvgPattern): string {
    const size = { width: scale * tile.width, height: scale * tile.height };
    const image = tag('image', { ...size, href: tile.toDataURL() });
    return define('pattern', { ...size, patternUnits: 'userSpaceOnUse' }, image);
  }

  const filling = () => paintOf('fill', state.fillStyle);
  const stroking = () => ({
    ...paintOf('stroke', state.strokeStyle),
    'stroke-width': state.lineWidth,
    'stroke-dasharray': state.dash,
    'stroke-linejoin': state.lineJoin,
  });
  const box = (x: number, y: number, width: number, height: number) => ({
    x: round(x),
    y: round(y),
    width: round(width),
    height: round(height),
  });
  const to = (letter: string, ...numbers: number[]) => path.push(`${letter}${numbers.map(round).join(' ')}`);

  function addText(text: string, x: number, y: number, paint: Attributes): void {
    const { weight, size } = fontOf(state.font);
    add(
      'text',
      {
        x: round(x),
        y: round(y + (BASELINES[state.textBaseline] ?? 0) * size),
        'font-size': size,
        'font-weight': weight,
        'text-anchor': ANCHORS[state.textAlign],
        ...paint,
      },
      text,
    );
  }

  const methods: Omit<Pen, keyof PenState> & { readonly content: readonly Markup[] } = {
    content,
    save: () => void states.push({ ...state }),
    restore() {
      state = states.pop() ?? state;
    },
    translate(x, y) {
      if (x === 0 && y === 0) return;
      state.transform = `${state.transform} translate(${round(x)} ${round(y)})`.trim();
    },
    rotate(angle) {
      state.transform = `${state.transform} rotate(${round((180 * angle) / Math.PI)})`.trim();
    },
    beginPath() {
      path = [];
    },
    moveTo: (x, y) => void to('M', x, y),
    lineTo: (x, y) => void to(path.length === 0 ? 'M' : 'L', x, y),
    arc(x, y, r, from, until) {
      const [fromX, fromY] = [x + r * Math.cos(from), y + r * Math.sin(from)];
      // An arc of SVG can't be a whole circle.
      const middle = (from + until) / 2;
      to(path.length === 0 || path.at(-1) === 'Z' ? 'M' : 'L', fromX, fromY);
      to('A', r, r, 0, 0, 1, x + r * Math.cos(middle), y + r * Math.sin(middle));
      to('A', r, r, 0, 0, 1, x + r * Math.cos(until), y + r * Math.sin(until));
    },
    rect(x, y, width, height) {
      path.push(`M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${round(-width)}Z`);
    },
    closePath: () => void path.push('Z'),
    fill(rule) {
      if (path.length > 0) add('path', { d: path.join(''), 'fill-rule': rule, ...filling() });
    },
    stroke() {
      if (path.length > 0) add('path', { d: path.join(''), fill: 'none', ...stroking() });
    },
    clip() {
      state.clipId = define('clipPath', {}, tag('path', { d: path.join(''), transform: state.transform || undefined }));
    },
    fillRect: (x, y, width, height) => add('rect', { ...box(x, y, width, height), ...filling() }),
    strokeRect: (x, y, width, height) => add('rect', { ...box(x, y, width, height), fill: 'none', ...stroking() }),
    fillText: (text, x, y) => addText(text, x, y, filling()),
    // An outline behind text that is written a second time.
    strokeText: (text, x, y) => addText(text, x, y, { fill: 'none', 'aria-hidden': 'true', ...stroking() }),
    setLineDash(lengths) {
      state.dash = [...lengths].join(' ') || undefined;
    },
    measureText: (text) => ({ width: widthOf(text, fontOf(state.font).size) }),
    createPattern: (tile) => new SvgPattern(tile),
  };
  const pen = methods as SvgPen;
  for (const key of Object.keys(START) as (keyof PenState)[]) {
    Object.defineProperty(pen, key, {
      get: () => state[key],
      set(value) {
        state = { ...state, [key]: value };
      },
    });
  }
  return pen;
}

class SvgPattern implements CanvasPattern {
  /** Of the tile’s pixels. */
  scale = 1;
  readonly tile: HTMLCanvasElement;
  constructor(tile: HTMLCanvasElement) {
    this.tile = tile;
  }
  setTransform(matrix: DOMMatrix2DInit = {}): void {
    this.scale = matrix.a ?? 1;
  }
}

/** The file has one family. @param font as in `bold 11px system-ui, sans-serif` */
function fontOf(font: string): { weight: string | undefined; size: number } {
  const [, weight, size] = /^(?:(\S+) )?([\d.]+)px /.exec(font) ?? [];
  return { weight, size: Number(size) };
}

const hex = (value: number) => Math.round(value).toString(16).padStart(2, '0');
/** To a hundredth. */
const round = (value: number) => Math.round(100 * value) / 100;

// Breaks text into lines. No font is measured: its widths are those of a wide one, so that text fits in any.

/** Widths over the size of the font; of other signs, 0.64. */
const WIDTHS: readonly (readonly [signs: RegExp, width: number])[] = [
  [/[^ -~]/u, 1.05],
  [/[mwMW@%=+<>]/, 1],
  [/[A-Z#&]/, 0.8],
  [/[ .,:;ijlI/()-]/, 0.4],
];

/** Pixels. */
export function widthOf(text: string, size: number): number {
  const widths = Array.from(text, (sign) => WIDTHS.find(([signs]) => signs.test(sign))?.[1] ?? 0.64);
  return size * widths.reduce((sum, width) => sum + width, 0);
}

/** Lines that are at most `width` pixels wide. A word that is wider is broken. */
export function wrapped(text: string, width: number, size: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).flatMap((one) => pieces(one, width, size))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOf(longer, size) <= width) {
      line = longer;
      continue;
    }
    lines.push(line);
    line = word;
  }
  return line === '' ? lines : [...lines, line];
}

function pieces(word: string, width: number, size: number): string[] {
  if (widthOf(word, size) <= width) return [word];
  const parts: string[] = [];
  let part = '';
  for (const sign of word) {
    if (widthOf(part + sign, size) > width) {
      parts.push(part);
      part = '';
    }
    part += sign;
  }
  return [...parts, part];
}

/** Text in it is escaped wherever it stands, so that a name is never read as markup. */
export interface Markup {
  readonly markup: string;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
/** What XML 1.0 cannot hold: most control characters, halves of surrogate pairs, U+FFFE and U+FFFF. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
/** Elements of HTML that have no end tag. */
const VOID = new Set(['meta', 'img']);

type Attributes = Readonly<Record<string, string | number | undefined>>;

const isMarkup = (one: object): one is Markup => 'markup' in one;

/** An element with attributes, if there are any, of which an undefined one is left out, and its content. */
export function tag(name: string, ...content: readonly (Attributes | string | number | Markup)[]): Markup {
  let [start, inner] = [name, ''];
  for (const one of content) {
    if (typeof one !== 'object') inner += escaped(String(one));
    else if (isMarkup(one)) inner += one.markup;
    else {
      const given = Object.entries(one).filter(([, value]) => value !== undefined);
      start += given.map(([key, value]) => ` ${key}="${escaped(String(value))}"`).join('');
    }
  }
  return { markup: VOID.has(name) ? `<${start}>` : `<${start}>${inner}</${name}>` };
}

function escaped(text: string): string {
  return text.replace(FORBIDDEN, '\u{FFFD}').replace(/[&<>"']/g, (sign) => ENTITIES[sign]);
}
