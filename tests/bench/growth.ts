/** p in ms ∝ nᵖ, by least squares of the logarithms; 2 is proportional to the particles of an n × n cloth. */
export function exponent(points: { n: number; ms: number }[]): number {
  const logs = points.map(({ n, ms }) => [Math.log(n), Math.log(ms)]);
  const mean = (axis: number) => logs.reduce((sum, point) => sum + point[axis], 0) / logs.length;
  const [x, y] = [mean(0), mean(1)];
  const over = logs.reduce((sum, [a, b]) => sum + (a - x) * (b - y), 0);
  return over / logs.reduce((sum, [a]) => sum + (a - x) ** 2, 0);
}
