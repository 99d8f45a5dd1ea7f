/** How kernels are cut into workgroups. */
export interface Shape {
  /** Particles of a workgroup on the net, along columns and rows; each thread has two, one below the other. */
  readonly columns: number;
  readonly rows: number;
  /** Nodes of a workgroup on a coarse level, in both directions. */
  readonly side: number;
  /** Nodes of all levels together that one workgroup computes. */
  readonly tail: number;
}

/** For a GPU: 256 threads and less than 16 kB of memory of a workgroup, which every device has. */
const CARD: Shape = { columns: 32, rows: 16, side: 16, tail: 404 };
/** For a GPU in software: it compiles longer the more memory a workgroup has. */
const SOFTWARE: Shape = { columns: 8, rows: 8, side: 8, tail: 34 };

export const shapeFor = ({ adapterInfo }: GPUDevice): Shape => (adapterInfo?.isFallbackAdapter ? SOFTWARE : CARD);

/** Threads of a workgroup, on the net and where there is only one. */
export const threadsOf = ({ columns, rows }: Shape) => (columns * rows) / 2;
