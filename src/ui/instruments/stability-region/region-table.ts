import { element, setText } from '../../controls/element';
import { createScrollTable, type Head } from '../parts/tables';
import type { RegionMode } from './region-modes';
import { growthText, rounded } from './region-text';

const COLUMNS: readonly Head[] = [
  ['f / Hz', 'Frequency'],
  ['ω / (rad/s)', 'Angular frequency'],
  ['ζ', 'Damping ratio: 1 is critical'],
  ['hω', 'Step times angular frequency'],
  ['per step', 'Growth factor per step'],
  ['result', 'If a mode is unstable, the run blows up'],
];

/** A table of the modes, the fastest growing first; filled only while it is open. */
export function createRegionTable(): { node: HTMLDetailsElement; show(modes: readonly RegionMode[]): void } {
  const { node: table, body } = createScrollTable(
    'Table of the modes',
    'Modes with the current step, the fastest growing first',
    'region',
    COLUMNS,
  );
  const summary = element('summary', { title: 'The modes as numbers' }, 'All modes as a table');
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
    rounded(omega / (2 * Math.PI)),
    rounded(omega),
    Number.isFinite(zeta) ? rounded(zeta) : '∞',
    rounded(hOmega),
    `× ${growthText(growth)}`,
    grows ? '◆ unstable' : '● stable',
  ];
}
