/** An instrument of the course: the growth factor as a point of the complex plane, and one spring that follows it. */
import { t } from '../../../language/translate';
import { ARROWS } from '../../actions/view';
import { element, onDrag, setAttribute, setText } from '../../controls/element';
import { formatNumber } from '../../controls/number-format';
import { newestOnly } from '../../controls/pending';
import { createCanvas, type DrawingContext, fillDot, outlinedText, strokeLine } from '../../instruments/parts/canvas';
import type { Lab } from '../../lab/lab';
import { GROWS } from '../../lab/limit';
import { valueTable } from '../equation';
import { type Widget, withUnit } from '../lesson';
import { isSpring, SPRING } from './chapter';

/** Steps that are drawn. */
const STEPS = 24;
/** What the plane shows: real and imaginary parts, at most. */
const PLANE = { left: -1.6, right: 1.6, top: 1.6 };
/** The range of 1 + hλ: no negative damping, and no longer steps than the picture has room for. */
const RANGE = { real: [-1.5, 1], imaginary: [0, 1.5] };
/** Movement of the point by a key, and with Shift. */
const KEY_STEP = 0.02;
const LARGE_KEY_STEP = 0.1;

const METHODS = {
  explicit: ['explicit-euler'],
  'explicit and implicit': ['explicit-euler', 'implicit-euler'],
} as const;

type Complex = readonly [real: number, imaginary: number];
interface Run {
  growth: number;
  points: number[];
}

/**
 * The user drags 1 + hλ; h and c follow from it, as ω is that of the spring. The engine makes the steps that are drawn, and the
 * spring in the view gets the same h and c if it is the scene.
 */
export function growthPlane(lab: Lab, kind: keyof typeof METHODS): Widget {
  const methods = METHODS[kind];
  let point: Complex = [1, 0.4];
  let runs: Run[] = [];
  let isClosed = false;

  const plane = createCanvas(
    'The complex plane with the circle of radius 1: drag the point, or use the arrow keys',
    drawPlane,
    { isReady: () => true },
  );
  const path = createCanvas('Position and velocity of the spring, step by step', drawPath, {
    isReady: () => runs.length > 0,
  });
  const { canvas } = plane;
  const code = element('code');
  const labels = ['$h$', '$c$', '$|1 + h\\lambda|$', 'the same, by the engine'];
  if (methods.length > 1) labels.push('$|1/(1 - h\\lambda)|$', 'the same, by the engine');
  const { node: table, cells } = valueTable(labels);
  const node = element(
    'div.growth-plane',
    element('div.pair', canvas, path.canvas),
    element('pre', { tabindex: 0 }, code),
    table,
  );
  for (const [name, value] of Object.entries({
    role: 'slider',
    tabindex: '0',
    'aria-valuemin': '0',
    'aria-valuemax': '3',
  }))
    setAttribute(canvas, name, value);
  onDrag(canvas, (event) => {
    canvas.focus({ preventScroll: true });
    moveToPointer(event);
    return moveToPointer;
  });
  canvas.addEventListener('keydown', (event) => {
    const by = event.shiftKey ? LARGE_KEY_STEP : KEY_STEP;
    const move = ARROWS[event.key.toLowerCase()];
    if (!move || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    moveTo([point[0] + by * move[0], point[1] + by * move[1]]);
  });

  const scaleOf = ({ width, height }: { width: number; height: number }) =>
    Math.min(width / (PLANE.right - PLANE.left), height / (2 * PLANE.top));

  function moveToPointer({ offsetX, offsetY }: PointerEvent): void {
    const size = { width: canvas.clientWidth, height: canvas.clientHeight };
    const scale = scaleOf(size);
    moveTo([(offsetX - size.width / 2) / scale, Math.abs(offsetY - size.height / 2) / scale]);
  }

  function moveTo([real, imaginary]: Complex): void {
    const next: Complex = [within(real, RANGE.real), within(imaginary, RANGE.imaginary)];
    // h > 0.
    if (Math.hypot(next[0] - 1, next[1]) < 0.01) return;
    point = next;
    show();
    if (isSpring(lab.frame.status)) void live.set(settings());
  }

  /** hω and ζ of the point: hλ = −ζ hω ± i hω √(1 − ζ²). */
  function oscillator() {
    const hOmega = Math.hypot(point[0] - 1, point[1]);
    return { hOmega, zeta: (1 - point[0]) / hOmega };
  }

  /** h, s, and c, N·s/m, of the spring of the course. */
  function settings(): { h: number; c: number } {
    const { hOmega, zeta } = oscillator();
    return { h: hOmega / SPRING.omega, c: 2 * zeta * SPRING.omega * SPRING.m };
  }

  /** Gives the spring in the view h and c. */
  const live = newestOnly(async ({ h, c }: ReturnType<typeof settings>) => {
    if (isClosed) return;
    await lab.set('dt', Number(h.toPrecision(4))).catch(() => {});
    await lab.set('damping', Math.max(0, Number(c.toPrecision(4))));
  });

  const engine = newestOnly(async (now: ReturnType<typeof oscillator>) => {
    if (isClosed) return;
    runs = await Promise.all(
      methods.map((integrator) => lab.ask('springRun', { integrator, ...now, steps: STEPS })),
    ).catch(() => runs);
    show(false);
  });

  function show(changed = true): void {
    const { h, c } = settings();
    const explicit = Math.hypot(...point);
    const { hOmega, zeta } = oscillator();
    const implicit = 1 / Math.sqrt(1 + 2 * zeta * hOmega + hOmega * hOmega);
    const byEngine = (i: number) => (runs[i] ? runs[i].growth.toFixed(4) : '…');
    const trend = explicit > GROWS ? t(' > 1: grows') : explicit * GROWS < 1 ? t(' < 1: decays') : '';
    const [hText, cText] = [
      withUnit(Number((1000 * h).toPrecision(4)), 'ms'),
      withUnit(Number(c.toPrecision(3)), 'N·s/m'),
    ];
    const ofExplicit = [`${explicit.toFixed(4)}${trend}`, byEngine(0)];
    const ofImplicit = [t`${implicit.toFixed(4)} < 1: decays`, byEngine(1)];
    const texts = [hText, cText, ...ofExplicit, ...ofImplicit];
    for (const [i, cell] of cells.entries()) setText(cell, texts[i]);
    const [dt, k, damping] = [h, SPRING.k / SPRING.m, c / SPRING.m].map((value) => formatNumber(value, 3));
    setText(code, `a = -${k} * x - ${damping} * v\nx, v = x + ${dt} * v, v + ${dt} * a`);
    setAttribute(canvas, 'aria-valuenow', explicit.toFixed(3));
    setAttribute(
      canvas,
      'aria-valuetext',
      t`1 + hλ = ${complexText(point)}, length ${explicit.toFixed(3)}; h = ${hText}, c = ${cText}`,
    );
    plane.redraw();
    path.redraw();
    if (changed) void engine.set(oscillator());
  }

  function drawPlane(context: DrawingContext): void {
    const { ctx, width, height, color } = context;
    const scale = scaleOf(context);
    const toX = (x: number) => width / 2 + scale * x;
    const toY = (y: number) => height / 2 - scale * y;
    ctx.fillStyle = color('--accent');
    ctx.globalAlpha = 0.15;
    ctx.beginPath();
    ctx.arc(toX(0), toY(0), scale, 0, 2 * Math.PI);
    ctx.fill();
    ctx.globalAlpha = 1;
    ctx.strokeStyle = color('--accent');
    ctx.lineWidth = 1.5;
    ctx.stroke();
    ctx.strokeStyle = color('--line');
    ctx.lineWidth = 1;
    strokeLine(ctx, 0, toY(0), width, toY(0));
    strokeLine(ctx, toX(0), 0, toX(0), height);
    const grows = Math.hypot(...point) > GROWS;
    const ink = color(grows ? '--warm' : '--accent');
    // From 0 to the point: its length is the growth factor. From 1 to the point: hλ.
    ctx.strokeStyle = ink;
    ctx.lineWidth = 2;
    strokeLine(ctx, toX(0), toY(0), toX(point[0]), toY(point[1]));
    ctx.setLineDash([3, 3]);
    ctx.strokeStyle = color('--muted');
    ctx.lineWidth = 1;
    strokeLine(ctx, toX(1), toY(0), toX(point[0]), toY(point[1]));
    ctx.setLineDash([]);
    fillDot(ctx, toX(1), toY(0), 2.5, color('--ink'));
    // The mirror image, of the other eigenvalue.
    ctx.globalAlpha = 0.5;
    fillDot(ctx, toX(point[0]), toY(-point[1]), 4, ink);
    ctx.globalAlpha = 1;
    fillDot(ctx, toX(point[0]), toY(point[1]), 7, ink);
    if (methods.length > 1) {
      const [real, imaginary] = inverse([2 - point[0], -point[1]]);
      fillDot(ctx, toX(real), toY(imaginary), 6, color('--accent'));
      ctx.textAlign = 'right';
      outlinedText(context, '1/(1−hλ)', toX(real) - 10, toY(imaginary) + 10);
    }
    ctx.textAlign = 'left';
    outlinedText(context, '1', toX(1) + 5, toY(0) + 10);
    outlinedText(context, 'i', toX(0) + 5, toY(1) - 9);
    ctx.textAlign = 'center';
    outlinedText(context, '1+hλ', within(toX(point[0]), [22, width - 22]), toY(point[1]) - 16);
  }

  function drawPath(context: DrawingContext): void {
    const { ctx, width, height, color } = context;
    const most = Math.max(1.2, ...runs.flatMap(({ points }) => points.map(Math.abs)));
    const scale = (Math.min(width, height) / 2 - 12) / Math.min(most, 1e3);
    const toX = (x: number) => width / 2 + scale * x;
    const toY = (y: number) => height / 2 - scale * y;
    ctx.strokeStyle = color('--line');
    ctx.lineWidth = 1;
    strokeLine(ctx, 0, toY(0), width, toY(0));
    strokeLine(ctx, toX(0), 0, toX(0), height);
    ctx.strokeStyle = color('--muted');
    ctx.setLineDash([4, 3]);
    ctx.beginPath();
    ctx.arc(toX(0), toY(0), scale, 0, 2 * Math.PI);
    ctx.stroke();
    ctx.setLineDash([]);
    for (const { growth, points } of runs) {
      ctx.strokeStyle = color(growth > 1 ? '--warm' : '--accent');
      ctx.lineWidth = 1.5;
      ctx.beginPath();
      ctx.moveTo(toX(points[0]), toY(points[1]));
      for (let at = 2; at < points.length; at += 2) ctx.lineTo(toX(points[at]), toY(points[at + 1]));
      ctx.stroke();
      for (let at = 0; at < points.length; at += 2)
        fillDot(ctx, toX(points[at]), toY(points[at + 1]), 2, color(growth > 1 ? '--warm' : '--accent'));
    }
    ctx.textAlign = 'right';
    outlinedText(context, 'x', width - 4, toY(0) + 9);
    ctx.textAlign = 'left';
    outlinedText(context, 'v/ω', toX(0) + 5, 8);
  }

  show();
  return {
    node,
    dispose() {
      isClosed = true;
    },
  };
}

const within = (value: number, [least, most]: readonly number[]) => Math.min(Math.max(value, least), most);

function inverse([real, imaginary]: Complex): Complex {
  const square = real * real + imaginary * imaginary;
  return [real / square, -imaginary / square];
}

const complexText = ([real, imaginary]: Complex) =>
  `${formatNumber(real, 3)} ± ${formatNumber(imaginary, 3)} i`.replace(/^-/, '−');
