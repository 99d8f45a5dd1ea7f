import { type Canvas, createCanvas, type DrawingContext, strokeLine } from '../parts/canvas';
import { decades, prefixed } from '../parts/numbers';
import { type Kind, type Plane, placeOf } from './map-cells';
import { FATES, tileOf } from './map-legend';

export interface MapScene {
  plane: Plane;
  line: { stiffness: number; dt: number }[];
  /** Where the run is, N/m and s. */
  present: { stiffness: number; dt: number };
  /** The cell that keys or the pointer are at. */
  cursor: { column: number; row: number } | null;
}

export interface MapPicture {
  readonly canvas: HTMLCanvasElement;
  draw(scene: MapScene): void;
  /** The cell at a point of the canvas, CSS pixels; null outside. */
  cellAt(x: number, y: number): { column: number; row: number } | null;
  dispose(): void;
}

const LEFT = 58;
const RIGHT = 24;
const TOP = 8;
const FOOT = 36;

export function createMapPicture(name: string): MapPicture {
  let scene: MapScene | null = null;
  const picture: Canvas = createCanvas(name, paintMap);
  const area = () => {
    const { clientWidth, clientHeight } = picture.canvas;
    return { width: clientWidth - LEFT - RIGHT, height: clientHeight - TOP - FOOT };
  };

  function paintMap(ground: DrawingContext): void {
    if (!scene) return;
    const { ctx, theme, colour } = ground;
    const { plane, line, present, cursor } = scene;
    const { width, height } = area();
    const side = { x: width / plane.size, y: height / plane.size };
    const px = (column: number) => LEFT + (column + 0.5) * side.x;
    const py = (row: number) => TOP + height - (row + 0.5) * side.y;

    for (const kind of Object.keys(FATES) as Kind[]) {
      const cells = new Path2D();
      plane.cells.forEach((cell, i) => {
        if (cell?.fate.kind !== kind) return;
        const [column, row] = [i % plane.size, Math.floor(i / plane.size)];
        cells.rect(px(column) - side.x / 2, py(row) - side.y / 2, side.x + 0.5, side.y + 0.5);
      });
      ctx.fillStyle = FATES[kind].fill[theme];
      ctx.fill(cells);
      const pattern = ctx.createPattern(tileOf(kind, theme), 'repeat');
      if (!pattern) continue;
      pattern.setTransform(new DOMMatrix().scale(1 / devicePixelRatio));
      ctx.fillStyle = pattern;
      ctx.fill(cells);
    }
    drawAxes(ground, plane, width, height, px, py);

    ctx.save();
    ctx.beginPath();
    ctx.rect(LEFT, TOP, width, height);
    ctx.clip();
    drawLine(
      ground,
      line.map(({ stiffness, dt }) => placeOf(plane, stiffness, dt)),
      px,
      py,
    );
    const { column, row } = placeOf(plane, present.stiffness, present.dt);
    drawPresent(ground, px(column), py(row));
    ctx.restore();
    if (cursor) {
      ctx.lineWidth = 2;
      ctx.strokeStyle = colour('--ink');
      ctx.strokeRect(px(cursor.column) - side.x / 2 - 1, py(cursor.row) - side.y / 2 - 1, side.x + 2, side.y + 2);
    }
  }

  return {
    canvas: picture.canvas,
    draw(next) {
      scene = next;
      picture.redraw();
    },
    cellAt(x, y) {
      if (!scene) return null;
      const { width, height } = area();
      const { size } = scene.plane;
      const column = Math.floor(((x - LEFT) / width) * size);
      const row = Math.floor(((TOP + height - y) / height) * size);
      return column >= 0 && column < size && row >= 0 && row < size ? { column, row } : null;
    },
    dispose: picture.dispose,
  };
}

/** The limit, in ink on a paler edge, so that it stands out from every ground. */
function drawLine(
  { ctx, colour }: DrawingContext,
  line: { column: number; row: number }[],
  px: (column: number) => number,
  py: (row: number) => number,
): void {
  ctx.lineJoin = 'round';
  for (const [property, width] of [
    ['--solid', 5],
    ['--ink', 2],
  ] as const) {
    ctx.strokeStyle = colour(property);
    ctx.lineWidth = width;
    ctx.beginPath();
    let pen = false;
    for (const { column, row } of line) {
      if (Number.isFinite(row)) ctx[pen ? 'lineTo' : 'moveTo'](px(column), py(row));
      pen = Number.isFinite(row);
    }
    ctx.stroke();
  }
}

function drawPresent({ ctx, colour }: DrawingContext, x: number, y: number): void {
  for (const [property, width] of [
    ['--solid', 6],
    ['--ink', 2.5],
  ] as const) {
    ctx.strokeStyle = colour(property);
    ctx.lineWidth = width;
    ctx.beginPath();
    ctx.arc(x, y, 7, 0, 2 * Math.PI);
    ctx.stroke();
  }
  ctx.fillStyle = colour('--ink');
  ctx.beginPath();
  ctx.arc(x, y, 2, 0, 2 * Math.PI);
  ctx.fill();
}

function drawAxes(
  { ctx, colour }: DrawingContext,
  plane: Plane,
  width: number,
  height: number,
  px: (column: number) => number,
  py: (row: number) => number,
): void {
  ctx.lineWidth = 1;
  ctx.strokeStyle = colour('--muted');
  ctx.fillStyle = colour('--ink');
  ctx.strokeRect(LEFT, TOP, width, height);
  ctx.textAlign = 'center';
  ctx.textBaseline = 'top';
  for (const stiffness of decades(plane.stiffness)) {
    const x = px(placeOf(plane, stiffness, 1).column);
    strokeLine(ctx, x, TOP + height, x, TOP + height + 4);
    ctx.fillText(prefixed(stiffness, 'N/m'), x, TOP + height + 6);
  }
  ctx.fillText('stiffness k', LEFT + width / 2, TOP + height + 21);
  ctx.textAlign = 'right';
  ctx.textBaseline = 'middle';
  for (const dt of decades(plane.dt)) {
    const y = py(placeOf(plane, 1, dt).row);
    strokeLine(ctx, LEFT, y, LEFT - 4, y);
    ctx.fillText(prefixed(dt, 's'), LEFT - 7, y);
  }
  ctx.textAlign = 'left';
  ctx.save();
  ctx.translate(9, TOP + height / 2);
  ctx.rotate(-Math.PI / 2);
  ctx.textAlign = 'center';
  ctx.fillText('step dt', 0, 0);
  ctx.restore();
}
