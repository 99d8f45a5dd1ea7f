import type { Answer } from '../../../runtime/queries';

export type MatricesNow = Answer<'matrices'>;

/** Shows one of the matrices; created again when the names of its rows or columns change. */
export interface MatrixView {
  readonly node: HTMLElement;
  show(now: MatricesNow): void;
}
