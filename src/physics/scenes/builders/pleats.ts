import { cos, sin } from '../../model/deterministic-math';

/** How a cloth is hung between pins that stand closer than it is wide: waves that stretch no spring. */
const WAVES = 2.5;
/** rad; the steepest slope of a wave. The ends of a fine grid then stand 0.85 of the width apart. */
const SLOPE = 0.796;

/**
 * A row of particles along a wavy line whose angle runs as SLOPE · cos(2π · WAVES · s) over the arc length s (the
 * shape of a compressed elastic strip), so that neighbours stand exactly one cell apart.
 * @param width along the line, m
 * @returns x, centred, and depth z of each particle, m
 */
export function pleats(columns: number, width: number): { x: Float64Array; z: Float64Array } {
  const x = new Float64Array(columns);
  const z = new Float64Array(columns);
  const cell = width / (columns - 1);
  for (let i = 1; i < columns; i++) {
    const angle = SLOPE * cos((2 * Math.PI * WAVES * (i - 0.5)) / (columns - 1));
    x[i] = x[i - 1] + cell * cos(angle);
    z[i] = z[i - 1] + cell * sin(angle);
  }
  const middle = x[columns - 1] / 2;
  for (let i = 0; i < columns; i++) x[i] -= middle;
  return { x, z };
}
