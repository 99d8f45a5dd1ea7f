import type { Curve } from './report';

/** px; size of the image. */
const WIDTH = 774;
const HEIGHT = 460;
/** px; edges of the axes. */
const FRAME = { left: 84, right: 574, top: 24, bottom: 408 };
/** ms per frame at 60 Hz. */
const FRAME_TIME = 1000 / 60;
/** Colors by Okabe and Ito, distinct in color-blind vision too; each method also has its own mark, and each kernel its dash. */
const STYLES: Record<Curve['method'], { light: string; dark: string; mark: 'circle' | 'square' | 'diamond' }> = {
  explicit: { light: '#0072b2', dark: '#56b4e9', mark: 'circle' },
  'block Jacobi': { light: '#b04a00', dark: '#e69f00', mark: 'square' },
  multigrid: { light: '#007a5a', dark: '#2fc79b', mark: 'diamond' },
};
const KERNELS: Record<Curve['kernel'], { label: string; dash: string }> = {
  js: { label: 'JavaScript', dash: '6 5' },
  simd: { label: 'SIMD', dash: 'none' },
};

/** ms per step over n, both logarithmic, as an SVG for light and dark pages. */
export function asPlot(curves: Curve[]): string {
  const points = curves.flatMap((curve) => curve.points);
  if (points.length === 0) throw new Error('no curve to plot: run the suites explicit and implicit');
  const range = (values: number[]) => [Math.min(...values), Math.max(...values)] as const;
  const [least, most] = range(points.map(({ ms }) => ms));
  const sizes = [32, 64, 128, 256, 512];
  const decades = between(Math.floor(Math.log10(least)), Math.ceil(Math.log10(most)));
  const x = scale(sizes[0] / 1.12, sizes[sizes.length - 1] * 1.12, FRAME.left, FRAME.right);
  const y = scale(10 ** decades[0], 10 ** decades[decades.length - 1], FRAME.bottom, FRAME.top);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" font-family="system-ui, sans-serif" font-size="13">`,
    '<title>Milliseconds per step over the resolution of the cloth, both in logarithms</title>',
    `<style>${styles()}</style>`,
    `<rect class="ground" width="${WIDTH}" height="${HEIGHT}" rx="8"/>`,
    ...decades.flatMap((decade) => [
      line(FRAME.left, y(10 ** decade), FRAME.right, y(10 ** decade), 'grid'),
      text(
        FRAME.left - 8,
        y(10 ** decade) + 4,
        decade < 0 ? (10 ** decade).toFixed(-decade) : String(10 ** decade),
        'end',
      ),
    ]),
    ...sizes.flatMap((n) => [
      line(x(n), FRAME.top, x(n), FRAME.bottom, 'grid'),
      text(x(n), FRAME.bottom + 20, `${n}²`, 'middle'),
    ]),
    text((FRAME.left + FRAME.right) / 2, HEIGHT - 12, 'particles', 'middle'),
    `<text transform="translate(20 ${(FRAME.top + FRAME.bottom) / 2}) rotate(-90)" text-anchor="middle">ms per step</text>`,
    line(FRAME.left, y(FRAME_TIME), FRAME.right, y(FRAME_TIME), 'frame'),
    text(FRAME.left - 8, y(FRAME_TIME) + 4, '1/60 s', 'end'),
    ...curves.map((curve) => drawn(curve, x, y)),
    ...labels(curves, y),
    '</svg>',
    '',
  ].join('\n');
}

type Scale = (value: number) => number;

/** Logarithmic. */
function scale(from: number, to: number, start: number, end: number): Scale {
  return (value) => round(start + ((end - start) * Math.log(value / from)) / Math.log(to / from));
}

function drawn({ method, kernel, points }: Curve, x: Scale, y: Scale): string {
  const path = points.map(({ n, ms }, i) => `${i === 0 ? 'M' : 'L'}${x(n)} ${y(ms)}`).join('');
  const marks = points.map(({ n, ms }) => mark(STYLES[method].mark, x(n), y(ms), kernel)).join('');
  return `<g class="${nameOf(method)}"><path class="curve" d="${path}" stroke-dasharray="${KERNELS[kernel].dash}"/>${marks}</g>`;
}

/** Filled for SIMD, hollow for JavaScript. */
function mark(shape: 'circle' | 'square' | 'diamond', x: number, y: number, kernel: Curve['kernel']): string {
  const style = kernel === 'simd' ? 'mark' : 'mark hollow';
  if (shape === 'circle') return `<circle class="${style}" cx="${x}" cy="${y}" r="4"/>`;
  const turn = shape === 'diamond' ? ` transform="rotate(45 ${x} ${y})"` : '';
  return `<rect class="${style}" x="${round(x - 3.5)}" y="${round(y - 3.5)}" width="7" height="7"${turn}/>`;
}

/** Labels at the ends of the curves, moved apart if they overlap. */
function labels(curves: Curve[], y: Scale): string[] {
  const wanted = curves
    .map(({ method, kernel, points }) => ({
      method,
      kernel,
      at: y(points[points.length - 1].ms),
      n: points[points.length - 1].n,
    }))
    .sort((a, b) => a.at - b.at);
  let last = Number.NEGATIVE_INFINITY;
  return wanted.map(({ method, kernel, at }) => {
    last = Math.max(at, last + 18);
    const label = `${method}, ${KERNELS[kernel].label}`;
    return `<text class="${nameOf(method)} label" x="${FRAME.right + 12}" y="${round(last + 4)}">${label}</text>`;
  });
}

function styles(): string {
  const entries = Object.entries(STYLES) as [Curve['method'], (typeof STYLES)[Curve['method']]][];
  const colors = (theme: 'light' | 'dark') =>
    entries.map(([method, style]) => `.${nameOf(method)}{color:${style[theme]}}`).join('');
  return [
    'text{fill:#333}.ground{fill:#fff}.grid{stroke:#ddd}.frame{stroke:#888;stroke-dasharray:2 4}',
    '.curve{fill:none;stroke:currentColor;stroke-width:2}.mark{fill:currentColor;stroke:currentColor;stroke-width:1.5}',
    '.hollow{fill:#fff}.label{fill:currentColor}',
    colors('light'),
    '@media (prefers-color-scheme: dark){text{fill:#ccc}.ground,.hollow{fill:#16191f}.grid{stroke:#333a44}',
    `${colors('dark')}}`,
  ].join('');
}

const nameOf = (method: Curve['method']) => method.replace(' ', '-');
const round = (value: number) => Math.round(10 * value) / 10;
const between = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
const line = (x1: number, y1: number, x2: number, y2: number, style: string) =>
  `<line class="${style}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"/>`;
const text = (x: number, y: number, words: string, anchor: 'start' | 'middle' | 'end') =>
  `<text x="${x}" y="${round(y)}" text-anchor="${anchor}">${words}</text>`;
