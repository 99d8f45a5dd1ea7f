import { element, setText } from '../../controls/element';
import { createScrollTable, type Head } from '../parts/tables';
import type { RegionMode } from './region-modes';
import { factor, tidy } from './region-text';

const HEADS: readonly Head[] = [
  ['f / Hz', 'Frequency'],
  ['ω / (rad/s)', 'Angular frequency'],
  ['ζ', 'Damping ratio: 1 is critical'],
  ['hω', 'Step times angular frequency'],
  ['a step', 'By what a step multiplies it'],
  ['so it', 'Whether it grows: then the run blows up'],
];

/** The same numbers as in the picture, the worst first; filled only while it is open. */
export function createRegionTable(): { node: HTMLDetailsElement; show(modes: readonly RegionMode[]): void } {
  const { node: table, body } = createScrollTable(
    'Table of the modes',
    'Modes under the present step, the worst first',
    'region',
    HEADS,
  );
  const summary = element('summary', { title: 'The same numbers as text' }, 'All of them as a table');
  const node = element('details', {}, summary, table);
  let latest: readonly RegionMode[] = [];
  node.addEventListener('toggle', fill);

  function fill(): void {
    if (!node.open) return;
    const rows = [...latest].sort((a, b) => b.growth - a.growth || b.omega - a.omega).map(cellsOf);
    while (body.rows.length > rows.length) body.deleteRow(-1);
    rows.forEach((cells, i) => {
      const row = body.rows[i] ?? body.appendChild(element('tr', {}, ...cells.map(() => element('td'))));
      cells.forEach((text, j) => {
        setText(row.cells[j], text);
      });
    });
  }

  return {
    node,
    show(modes) {
      latest = modes;
      fill();
    },
  };
}

function cellsOf({ omega, zeta, hOmega, growth, grows }: RegionMode): string[] {
  return [
    tidy(omega / (2 * Math.PI)),
    tidy(omega),
    Number.isFinite(zeta) ? tidy(zeta) : '∞',
    tidy(hOmega),
    `× ${factor(growth)}`,
    grows ? '◆ grows' : '● holds',
  ];
}
