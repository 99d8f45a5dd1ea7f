import { dot, norm } from '../../kernels/javascript/solver-loops';

/** An eigenvalue λ = re + i im. */
export interface Eigenvalue {
  re: number;
  im: number;
}

/** Largest number of QR sweeps per eigenvalue; two or three are usual. */
const MAX_SWEEPS = 60;
/** Every so many sweeps an eigenvalue takes, another shift ends a cycle. */
const CYCLE = 10;
const EPSILON = 2 ** -52;

/**
 * All eigenvalues of a real matrix: QᵀAQ = H by elimination, H of zeros below the first subdiagonal, then QR sweeps with two shifts
 * at once, which stay real if the shifts are conjugate.
 * Source: Golub and Van Loan, Matrix Computations, 7.4 and 7.5; Martin, Peters and Wilkinson, The QR Algorithm for Real Hessenberg
 * Matrices, 1970.
 * @param A size rows of size entries; overwritten
 */
export function eigenvaluesOf(A: Float64Array[]): Eigenvalue[] {
  toHessenberg(A);
  const found: Eigenvalue[] = [];
  let last = A.length - 1;
  for (let sweeps = 0; last >= 0; sweeps++) {
    let first = last;
    while (first > 0 && !isZero(A, first)) first--;
    if (first >= last - 1 || sweeps > MAX_SWEEPS) {
      const count = first === last ? 1 : 2;
      if (count === 1) found.push({ re: A[last][last], im: 0 });
      else found.push(...eigenvaluesOfTwo(A[last - 1][last - 1], A[last - 1][last], A[last][last - 1], A[last][last]));
      last -= count;
      sweeps = -1;
    } else sweep(A, first, last, sweeps % CYCLE === CYCLE - 1);
  }
  return found;
}

/** True if the entry left of the diagonal in this row is rounding error; then it is set to 0. */
function isZero(H: Float64Array[], row: number): boolean {
  const beside = Math.abs(H[row][row]) + Math.abs(H[row - 1][row - 1]);
  const isSmall = !(Math.abs(H[row][row - 1]) > EPSILON * beside);
  if (isSmall) H[row][row - 1] = 0;
  return isSmall;
}

function eigenvaluesOfTwo(a: number, b: number, c: number, d: number): Eigenvalue[] {
  const [middle, half] = [(a + d) / 2, (a - d) / 2];
  const discriminant = half * half + b * c;
  const root = Math.sqrt(Math.abs(discriminant));
  if (discriminant < 0) {
    return [
      { re: middle, im: root },
      { re: middle, im: -root },
    ];
  }
  // The small root from the product of both, without cancellation.
  const large = middle < 0 ? middle - root : middle + root;
  return [
    { re: large, im: 0 },
    { re: large === 0 ? 0 : (a * d - b * c) / large, im: 0 },
  ];
}

/** First and last of the columns and rows that a reflection changes: those outside would change no eigenvalue, or hold zeros. */
type Range = Record<'firstColumn' | 'lastColumn' | 'firstRow' | 'lastRow', number>;

/** A ← Q A Q,  Q = I − τ v vᵀ, with a v whose nonzero entries begin at `at`. */
function reflect(
  A: Float64Array[],
  at: number,
  { v, tau }: NonNullable<ReturnType<typeof reflectionOf>>,
  range: Range,
): void {
  const size = v.length;
  for (let j = range.firstColumn; j <= range.lastColumn; j++) {
    let sum = 0;
    for (let i = 0; i < size; i++) sum += v[i] * A[at + i][j];
    sum *= tau;
    for (let i = 0; i < size; i++) A[at + i][j] -= v[i] * sum;
  }
  for (let i = range.firstRow; i <= range.lastRow; i++) {
    const row = A[i];
    let sum = 0;
    for (let j = 0; j < size; j++) sum += row[at + j] * v[j];
    sum *= tau;
    for (let j = 0; j < size; j++) row[at + j] -= sum * v[j];
  }
}

/** The reflection that leaves of x only its first entry; null if the others are 0 already. */
function reflectionOf(x: readonly number[]) {
  const scale = Math.max(...x.map(Math.abs));
  if (!x.some((value, i) => i > 0 && value !== 0)) return null;
  const v = Float64Array.from(x, (value) => value / scale);
  const length = norm(v);
  v[0] += v[0] < 0 ? -length : length;
  return { v, tau: 2 / dot(v, v) };
}

function toHessenberg(A: Float64Array[]): void {
  const end = A.length - 1;
  for (let k = 0; k + 1 < end; k++) {
    const found = reflectionOf(A.slice(k + 1).map((row) => row[k]));
    if (found) reflect(A, k + 1, found, { firstColumn: k, lastColumn: end, firstRow: 0, lastRow: end });
    for (let i = k + 2; i <= end; i++) A[i][k] = 0;
  }
}

/**
 * One QR sweep on the rows and columns from `first` to `last`. It begins with (H − s₁)(H − s₂) e₁, s the eigenvalues of the last
 * 2 × 2 block, and then restores the zeros column by column.
 */
function sweep(H: Float64Array[], first: number, last: number, ends: boolean): void {
  const [a, b] = [H[last - 1][last - 1], H[last][last]];
  const below = Math.abs(H[last][last - 1]) + Math.abs(H[last - 1][last - 2]);
  const trace = ends ? 1.5 * below : a + b;
  const determinant = ends ? below * below : a * b - H[last][last - 1] * H[last - 1][last];
  const h = H[first][first];
  const next = H[first + 1][first];
  let x = [
    h * h + H[first][first + 1] * next - trace * h + determinant,
    next * (h + H[first + 1][first + 1] - trace),
    next * H[first + 2][first + 1],
  ];
  for (let k = first; k < last; k++) {
    const found = reflectionOf(x);
    const firstColumn = Math.max(first, k - 1);
    if (found) reflect(H, k, found, { firstColumn, lastColumn: last, firstRow: first, lastRow: Math.min(last, k + 3) });
    for (let i = k + 1; k > first && i < k + x.length; i++) H[i][k - 1] = 0;
    x = Array.from({ length: Math.min(3, last - k) }, (_, i) => H[k + 1 + i][k]);
  }
}

/** Relative size of a pivot in place of 0. */
const SMALL = 1e-15;

/**
 * A⁻¹ by elimination with row exchanges. Source: Golub and Van Loan, Matrix Computations, 3.4.
 * @param A overwritten
 */
export function eliminate(A: Float64Array[]): (b: Float64Array) => Float64Array<ArrayBuffer> {
  const m = A.length;
  const order = Array.from(A.keys());
  const least = SMALL * Math.max(...A.map((row) => row.reduce((most, entry) => Math.max(most, Math.abs(entry)), 0)));
  for (let k = 0; k < m; k++) {
    let pivot = k;
    for (let i = k; i < m; i++) if (Math.abs(A[i][k]) > Math.abs(A[pivot][k])) pivot = i;
    [A[k], A[pivot]] = [A[pivot], A[k]];
    [order[k], order[pivot]] = [order[pivot], order[k]];
    if (!(Math.abs(A[k][k]) > least)) A[k][k] = least;
    for (let i = k + 1; i < m; i++) {
      const factor = A[i][k] / A[k][k];
      A[i][k] = factor;
      if (factor !== 0) for (let j = k + 1; j < m; j++) A[i][j] -= factor * A[k][j];
    }
  }
  return (b) => {
    const x = Float64Array.from(order, (i) => b[i]);
    for (let i = 0; i < m; i++) for (let j = 0; j < i; j++) x[i] -= A[i][j] * x[j];
    for (let i = m - 1; i >= 0; i--) {
      for (let j = i + 1; j < m; j++) x[i] -= A[i][j] * x[j];
      x[i] /= A[i][i];
    }
    return x;
  };
}
