import { expect, test } from 'vitest';
import { conclusionText } from '../../../../src/ui/instruments/k-dt-map/k-dt-map';
import { emptyGrid, fillSquare } from '../../../../src/ui/instruments/k-dt-map/map-cells';

const SIZE = 4;

/** A map from 1 to 1000 N/m and 1 to 1000 ms, with the outcomes of the first column from the shortest dt on. */
function mapOf(kinds: ('holds' | 'jitters' | 'explodes')[]) {
  const grid = emptyGrid({ size: SIZE, stiffness: [1, 1000], dt: [1e-3, 1] });
  kinds.forEach((kind, row) => {
    fillSquare(grid, { column: 0, row, side: 1 }, { kind, step: kind === 'holds' ? null : 3 });
  });
  return grid;
}
const says = (...kinds: Parameters<typeof mapOf>[0]) =>
  conclusionText(mapOf(kinds), { stiffness: 1, dt: 5e-3 }, 'Midpoint', 64);

test('the map says up to which dt the runs at the present stiffness are stable', () => {
  expect(says('holds', 'holds', 'jitters', 'explodes')).toBe(
    'At k = 1 N/m Midpoint is stable up to steps of 10 ms in runs of 64 steps, and jitters at 100 ms; the current dt of 5 ms is 50 % of that.',
  );
  expect(says('holds', 'holds', 'holds', 'holds')).toBe(
    'At k = 1 N/m Midpoint is stable at every step of the map, up to 1 s, in runs of 64 steps.',
  );
  expect(says('explodes', 'holds', 'holds', 'holds')).toBe(
    'At k = 1 N/m Midpoint is unstable at the shortest step of the map already, 1 ms, in runs of 64 steps.',
  );
});

test('it says where another stiffness is nearest', () => {
  const text = conclusionText(mapOf(['holds', 'holds', 'holds', 'holds']), { stiffness: 2, dt: 5e-3 }, 'RK4', 64);
  expect(text).toContain('At k = 1 N/m, nearest to the current one on the map, RK4 is stable');
});

test('it says nothing before the column is complete', () => {
  expect(says('holds', 'holds', 'jitters')).toBe(null);
});
