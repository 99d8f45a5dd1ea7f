import { t, withLocalNumbers } from '../../language/translate';
import { messageOf } from '../../runtime/host/message-of';
import type { Answer } from '../../runtime/queries';
import { button, controlRow, disclosure, element, setAttribute, setText } from '../controls/element';
import { decimalInput } from '../controls/number-box';
import { parseNumber, prefixed, roundDown } from '../controls/number-format';
import type { Lab } from '../lab/lab';
import { createCanvas, type DrawingContext, drawScaleBar, outlinedText, strokeLine } from './parts/canvas';
import type { Instrument } from './parts/instrument';

type OwnCloth = Answer<'ownCloth'>;

/** What is read: its label, its unit in SI, its value at first, and its tooltip. */
interface Reading {
  label: string;
  unit: number;
  value: number;
  title: string;
}

const DEGREE = Math.PI / 180;
/** What tells how far the strip bends. */
const KINDS = {
  angle: {
    label: 'Chord angle / °',
    unit: DEGREE,
    title: 'How far the straight line from the edge to the tip is below level',
  },
  chord: { label: 'Chord / cm', unit: 0.01, title: 'The straight line from the edge to the tip' },
  droop: { label: 'Droop / cm', unit: 0.01, title: 'How far the tip is below the edge' },
} as const;
type Kind = keyof typeof KINDS;
/** Of the angle. */
const FIRST_VALUE = 41.5;

const READINGS = {
  length: { label: 'Length / cm', unit: 0.01, value: 30, title: 'Length of the whole strip' },
  breadth: { label: 'Breadth / cm', unit: 0.01, value: 2.5, title: 'Breadth of the strip' },
  weight: { label: 'Weight / g', unit: 0.001, value: 1.1, title: 'Weight of the whole strip' },
  overhang: {
    label: 'Overhang / cm',
    unit: 0.01,
    value: 5,
    title: 'Length of the part beyond the edge, along the cloth',
  },
};
const ERRORS = {
  ruler: { label: 'Ruler ± / mm', unit: 0.001, value: 1, title: 'Largest error of a length' },
  angle: { label: 'Angle ± / °', unit: DEGREE, value: 1, title: 'Largest error of the angle' },
  scale: { label: 'Scale ± / g', unit: 0.001, value: 0.05, title: 'Largest error of the weight' },
};

/** Number boxes with their labels. @param more what stands below them */
function createBoxes<Key extends string>(table: Record<Key, Reading>, input: () => void, ...more: HTMLElement[]) {
  const boxes = (Object.entries(table) as [Key, Reading][]).map(([key, { label, unit, value, title }]) => {
    const box = decimalInput({ value, title, input });
    return { key, label, box, read: () => parseNumber(box.value) * unit };
  });
  return {
    node: element('div.readings', ...boxes.map(({ label, box }) => element('label', label, box)), ...more),
    /** In SI units. */
    read: () => Object.fromEntries(boxes.map(({ key, read }) => [key, read()])) as Record<Key, number>,
    /** As in `Length / cm: 30` */
    texts: () => boxes.map(({ label, box }) => `${label}: ${box.value}`),
  };
}

/**
 * The rigidity of a real cloth: a strip of it hangs over the edge of a table, and what one reads there gives D and its error. The cloth
 * on the page can take it up.
 */
export function createOwnCloth(lab: Lab): Instrument {
  let found: OwnCloth | null = null;
  let conclusion = 'Measuring…';
  /** Counts queries: only the answer of the last one is shown. */
  let turn = 0;
  const { canvas, redraw } = createCanvas(
    'The strip over the edge of a table, as measured',
    (context) => {
      if (found) drawStrip(context, found.curve, readings.read().overhang);
    },
    {
      isReady: () => found !== null,
      standsAlone: true,
      notes: () => [readingsText(), conclusion, note.textContent ?? ''],
    },
  );
  const kind = element(
    'select',
    { 'aria-label': 'Reading', title: 'What you read to tell how far the strip bends', change: chooseKind },
    ...Object.entries(KINDS).map(([id, { label, title }]) => element('option', { value: id, title }, label)),
  );
  const value = decimalInput({ value: FIRST_VALUE, title: '', input: measure });
  const readings = createBoxes(READINGS, measure, element('label.wide', kind, value));
  const errors = createBoxes(ERRORS, measure);
  const note = element('p.now', { role: 'status' });
  const take = button(
    'Use it on the cloth',
    'Set bending and mass of the cloth in view to those of yours',
    () => void use(),
  );
  const steps = element(
    'p.now',
    'Cut a straight strip and weigh it. Push it over the edge of a table until it bends clearly, by 30 to 50°. Hold the rest flat on the table. Then type what you read.',
  );
  const node = element(
    'div.own-cloth',
    steps,
    readings.node,
    disclosure('Errors of the readings', 'How exactly you can read ruler, angle and scale', errors.node),
    canvas,
    note,
    controlRow(take),
  );

  const readingsText = () => `${[...readings.texts(), `${KINDS[chosen()].label}: ${value.value}`].join(', ')}.`;

  function chooseKind(): void {
    const id = chosen();
    // The same strip, read in another way.
    const tip = found?.curve.at(-1);
    if (tip) {
      const { overhang } = readings.read();
      const [x, y] = tip;
      const values = { angle: Math.atan2(-y, x), chord: Math.hypot(x, y) * overhang, droop: -y * overhang };
      value.value = withLocalNumbers(String(Number((values[id] / KINDS[id].unit).toPrecision(3))));
    }
    void measure();
  }

  function chosen(): Kind {
    const id = kind.value as Kind;
    setAttribute(value, 'title', KINDS[id].title);
    setAttribute(value, 'aria-label', KINDS[id].label);
    return id;
  }

  async function measure(): Promise<void> {
    const own = ++turn;
    const id = chosen();
    const reading = { ...readings.read(), value: parseNumber(value.value) * KINDS[id].unit, kind: id };
    try {
      const answer = await lab.ask('ownCloth', { reading, errors: errors.read() });
      if (own !== turn) return;
      found = answer;
      conclusion = conclusionText(answer);
      show(describe(answer));
    } catch (error) {
      if (own !== turn) return;
      found = null;
      conclusion = t`These readings give no result: ${messageOf(error)}.`;
      show('');
    }
  }

  function show(text: string): void {
    setText(note, text);
    take.disabled = !found?.params;
    redraw();
  }

  async function use(): Promise<void> {
    await measure();
    const params = found?.params;
    if (!found || !params) return;
    const { density, rigidity } = found;
    await lab.together(async () => {
      for (const [key, number] of Object.entries(params)) await lab.set(key, number);
    });
    setText(
      note,
      t`The cloth now has ${grams(density)} and bending ${prefixed(rigidity, 'N·m')}; its bend springs are off.`,
    );
  }

  void measure();
  return { node, conclude: () => conclusion };
}

const grams = (density: number) => `${(1000 * density).toPrecision(3)} g/m²`;

function conclusionText({ density, rigidity, error }: OwnCloth): string {
  const part = Math.round((100 * error) / rigidity);
  return t`Your cloth has ${grams(density)} and a flexural rigidity of ${prefixed(rigidity, 'N·m')} ± ${prefixed(error, 'N·m')} (${part} %).`;
}

function describe({ load, params }: OwnCloth): string {
  const missing = params ? '' : ' The scene has no surface that could take it up.';
  return t`Its weight over its rigidity, Γ = w g L³/D of the overhang L, is ${load.toPrecision(3)}.${missing}`;
}

/** CSS pixels around the drawing. */
const MARGIN = 14;
/** Thickness of the table top, and length of the strip on it, over the overhang. */
const TABLE = { thickness: 0.06, length: 0.35 };

/**
 * A strip over the edge of a table, with its chord.
 * @param curve x and y over the overhang, from the edge at (0, 0) @param overhang m
 */
function drawStrip(context: DrawingContext, curve: readonly (readonly [number, number])[], overhang: number): void {
  const { ctx, width, height, color } = context;
  const [tipX, tipY] = curve[curve.length - 1];
  const span = { x: tipX + TABLE.length, y: Math.max(-tipY, 0.35) };
  const scale = Math.min((width - 2 * MARGIN) / span.x, (height - 2 * MARGIN) / span.y);
  const left = (width - scale * span.x) / 2 + scale * TABLE.length;
  const toX = (x: number) => left + scale * x;
  const toY = (y: number) => MARGIN - scale * y;
  ctx.fillStyle = color('--line');
  ctx.fillRect(toX(-TABLE.length), toY(0) + 2, scale * TABLE.length, scale * TABLE.thickness);
  ctx.strokeStyle = color('--muted');
  ctx.lineWidth = 1;
  ctx.setLineDash([4, 4]);
  strokeLine(ctx, toX(0), toY(0), toX(Math.max(tipX, 0.3)), toY(0));
  strokeLine(ctx, toX(0), toY(0), toX(tipX), toY(tipY));
  ctx.setLineDash([]);
  ctx.strokeStyle = color('--accent');
  ctx.lineWidth = 3;
  ctx.beginPath();
  ctx.moveTo(toX(-TABLE.length), toY(0));
  for (const [x, y] of curve) ctx.lineTo(toX(x), toY(y));
  ctx.stroke();
  const bar = roundDown(overhang / 4);
  drawScaleBar(context, MARGIN, height - MARGIN, (scale * bar) / overhang, prefixed(bar, 'm'));
  ctx.textAlign = 'left';
  const degrees = (Math.atan2(-tipY, tipX) * 180) / Math.PI;
  outlinedText(context, t`chord ${degrees.toFixed(1)}° below level`, toX(tipX / 2) - 150, toY(tipY / 2) + 14);
}
