/** Largest number of QL iterations per eigenvalue; two or three are usual. */
const MAX_ITERATIONS = 60;
const EPSILON = 2 ** -52;

/** All eigenpairs of a symmetric matrix, ascending; the vectors are orthonormal.
 *  QᵀAQ = T tridiagonal by Householder reflections, then QL iterations with implicit shifts.
 *  Source: Golub and Van Loan, Matrix Computations, 8.3; Bowdler, Martin, Reinsch and Wilkinson 1968.
 *  @param rows each up to the diagonal at least */
export function symmetricEigen(rows: readonly Float64Array[]) {
  const size = rows.length;
  const A = new Float64Array(size * size);
  for (let i = 0; i < size; i++) for (let j = 0; j <= i; j++) A[i * size + j] = A[j * size + i] = rows[i][j];
  const { diagonal, below, columns } = tridiagonalize(A, size);
  iterate(diagonal, below, columns);
  const order = Array.from(diagonal.keys()).sort((i, j) => diagonal[i] - diagonal[j]);
  return { values: Float64Array.from(order, (i) => diagonal[i]), vectors: order.map((i) => columns[i]) };
}

/** A ← H A H,  H = I − τ v vᵀ, column by column:  with p = τ A v and w = p − ½τ(pᵀv) v,  A ← A − v wᵀ − w vᵀ. */
function tridiagonalize(A: Float64Array, size: number) {
  const diagonal = new Float64Array(size);
  const below = new Float64Array(size);
  const reflections: { v: Float64Array; tau: number }[] = [];
  const w = new Float64Array(size);
  for (let k = 0; k + 1 < size; k++) {
    const v = new Float64Array(size);
    let squares = 0;
    for (let i = k + 1; i < size; i++) {
      v[i] = A[i * size + k];
      squares += v[i] * v[i];
    }
    const length = Math.sqrt(squares);
    const beyond = squares - v[k + 1] * v[k + 1];
    if (!(beyond > 0)) {
      below[k] = v[k + 1];
      reflections.push({ v, tau: 0 });
      continue;
    }
    below[k] = v[k + 1] > 0 ? -length : length;
    v[k + 1] -= below[k];
    const tau = 2 / (beyond + v[k + 1] * v[k + 1]);
    reflections.push({ v, tau });
    let along = 0;
    for (let i = k + 1; i < size; i++) {
      let sum = 0;
      for (let j = k + 1; j < size; j++) sum += A[i * size + j] * v[j];
      w[i] = tau * sum;
      along += w[i] * v[i];
    }
    for (let i = k + 1; i < size; i++) w[i] -= 0.5 * tau * along * v[i];
    for (let i = k + 1; i < size; i++) {
      const [vi, wi] = [v[i], w[i]];
      for (let j = k + 1; j < size; j++) A[i * size + j] -= vi * w[j] + wi * v[j];
    }
  }
  for (let i = 0; i < size; i++) diagonal[i] = A[i * size + i];

  const columns = Array.from({ length: size }, (_, i) => new Float64Array(size).fill(1, i, i + 1));
  for (let k = reflections.length - 1; k >= 0; k--) {
    const { v, tau } = reflections[k];
    for (let c = k + 1; c < size && tau !== 0; c++) {
      const q = columns[c];
      let along = 0;
      for (let i = k + 1; i < size; i++) along += v[i] * q[i];
      for (let i = k + 1; i < size; i++) q[i] -= tau * along * v[i];
    }
  }
  return {
    diagonal,
    /** size; entry i couples rows i and i + 1; the last is 0. */
    below,
    /** Columns of Q. */
    columns,
  };
}

/** QL iterations: d becomes the eigenvalues, e zero, and the columns of Q the eigenvectors. */
function iterate(d: Float64Array, e: Float64Array, columns: Float64Array[]): void {
  const size = d.length;
  let norm = 0;
  for (let i = 0; i < size; i++) norm = Math.max(norm, Math.abs(d[i]) + Math.abs(e[i]));
  for (let l = 0; l < size; l++) {
    for (let iteration = 0; iteration < MAX_ITERATIONS; iteration++) {
      let m = l;
      while (m + 1 < size && Math.abs(e[m]) > EPSILON * Math.max(Math.abs(d[m]) + Math.abs(d[m + 1]), EPSILON * norm))
        m++;
      if (m === l) break;
      const half = (d[l + 1] - d[l]) / (2 * e[l]);
      const root = Math.sqrt(half * half + 1);
      let g = d[m] - d[l] + e[l] / (half + (half < 0 ? -root : root));
      let [s, c, p] = [1, 1, 0];
      let i = m - 1;
      for (; i >= l; i--) {
        const f = s * e[i];
        const b = c * e[i];
        const r = Math.hypot(f, g);
        e[i + 1] = r;
        if (r === 0) break;
        s = f / r;
        c = g / r;
        g = d[i + 1] - p;
        const t = (d[i] - g) * s + 2 * c * b;
        p = s * t;
        d[i + 1] = g + p;
        g = c * t - b;
        rotate(columns[i], columns[i + 1], c, s);
      }
      d[i >= l ? i + 1 : l] -= p;
      if (i < l) e[l] = g;
      e[m] = 0;
    }
  }
}

function rotate(a: Float64Array, b: Float64Array, c: number, s: number): void {
  for (let k = 0; k < a.length; k++) {
    const f = b[k];
    b[k] = s * a[k] + c * f;
    a[k] = c * a[k] - s * f;
  }
}
