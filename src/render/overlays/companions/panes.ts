/** Divides the canvas into panes. */

/** CSS pixels of the canvas that other elements cover. */
export interface Inset {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

/** Part of the canvas, CSS pixels from its upper left corner. */
export interface Pane {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** A part of the canvas by its edges, CSS pixels. */
export interface Bounds {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Best ratio of height to width. */
const ASPECT = 1;

/**
 * Divides the free area of a canvas into panes of about the same size, row by row; if the last row has fewer, they are wider.
 * The number of columns makes the smaller side of a pane as large as possible.
 */
export function panesOf(count: number, width: number, height: number, inset: Inset): Pane[] {
  const free = {
    left: inset.left,
    top: inset.top,
    width: Math.max(1, width - inset.left - inset.right),
    height: Math.max(1, height - inset.top - inset.bottom),
  };
  let columns = 1;
  let best = 0;
  for (let tried = 1; tried <= count; tried++) {
    const room = Math.min(free.width / tried, ASPECT * (free.height / Math.ceil(count / tried)));
    if (room <= best) continue;
    best = room;
    columns = tried;
  }
  const rows = Math.ceil(count / columns);
  return Array.from({ length: count }, (_, i) => {
    const row = Math.floor(i / columns);
    const inRow = row < rows - 1 ? columns : count - columns * (rows - 1);
    return {
      left: free.left + ((i - columns * row) * free.width) / inRow,
      top: free.top + (row * free.height) / rows,
      width: free.width / inRow,
      height: free.height / rows,
    };
  });
}

/** The canvas around the pane. */
export function insetOf({ left, top, width, height }: Pane, canvasWidth: number, canvasHeight: number): Inset {
  return { left, top, right: canvasWidth - left - width, bottom: canvasHeight - top - height };
}

/** The pane, extended to the edges of the canvas where no other pane lies between. */
export function extendPane(pane: Pane, panes: readonly Pane[], width: number, height: number): Bounds {
  const least = (values: number[]) => Math.min(...values);
  const most = (values: number[]) => Math.max(...values);
  const [right, bottom] = [pane.left + pane.width, pane.top + pane.height];
  const row = panes.filter(({ top }) => Math.abs(top - pane.top) < 1);
  const left = pane.left - least(row.map((one) => one.left)) < 1 ? 0 : pane.left;
  const top = pane.top - least(panes.map((one) => one.top)) < 1 ? 0 : pane.top;
  return {
    left,
    top,
    right: most(row.map((one) => one.left + one.width)) - right < 1 ? width : right,
    bottom: most(panes.map((one) => one.top + one.height)) - bottom < 1 ? height : bottom,
  };
}
