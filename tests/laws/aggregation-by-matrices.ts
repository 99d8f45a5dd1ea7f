import { inverse, Matrix } from 'ml-matrix';
import { aggregate, type Network } from '../../src/physics/kernels/multigrid/aggregates';

/** The 3×3 blocks on the diagonal of a matrix, inverted; 0 where there is nothing. */
function invertedBlocks(matrix: Matrix): Matrix {
  const inverted = Matrix.zeros(matrix.rows, matrix.rows);
  for (let o = 0; o < matrix.rows; o += 3) {
    const block = matrix.subMatrix(o, o + 2, o, o + 2);
    if (block.trace() > 0) inverted.setSubMatrix(inverse(block), o, o);
  }
  return inverted;
}

/**
 * What aggregation is of a network so small that its aggregates are the coarsest level at once.
 * @param A the matrix of the step, S A S
 * @param N what of it the network has
 * @throws Error where the network is larger
 */
export function aggregationByMatrices(network: Network, A: Matrix, N: Matrix, S: Matrix): Matrix {
  const { ofNode, nodes: count } = aggregate(network);
  if (count > 20) throw new Error(`${count} aggregates have aggregates themselves`);
  const sum = Matrix.zeros(3 * count, A.rows);
  for (let i = 0; i < A.rows; i++) {
    const aggregate = ofNode[Math.floor(i / 3)];
    if (aggregate >= 0) sum.set(3 * aggregate + (i % 3), i, 1);
  }
  const coarse = sum.mmul(N).mmul(sum.transpose()).div(1.4);
  const smoother = invertedBlocks(coarse).mul(0.7);
  let solved = smoother;
  for (let sweep = 1; sweep < 8; sweep++) {
    const left = Matrix.sub(Matrix.eye(3 * count), coarse.mmul(solved));
    solved = Matrix.add(solved, smoother.mmul(left));
  }
  const moved = sum.transpose().mmul(solved).mmul(sum);
  return S.mmul(Matrix.add(invertedBlocks(A), moved)).mmul(S);
}

/** The symmetric 3×3 block of that number, of six numbers. */
export function symmetricBlock(blocks: Float64Array, at: number): Matrix {
  const [xx, xy, xz, yy, yz, zz] = blocks.subarray(6 * at, 6 * at + 6);
  return new Matrix([
    [xx, xy, xz],
    [xy, yy, yz],
    [xz, yz, zz],
  ]);
}
