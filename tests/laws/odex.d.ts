/** The part of odex that the tests use: Hairer and Wanner's extrapolation code, an oracle that shares nothing with the engine. */
declare module 'odex' {
  export class Solver {
    /** @param n components of y */
    constructor(n: number);
    relativeTolerance: number;
    absoluteTolerance: number;
    maxSteps: number;
    solve(f: (t: number, y: number[]) => number[], t0: number, y0: number[], t1: number): { y: number[] };
  }
}
