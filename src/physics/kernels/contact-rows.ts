/** The matrix Σ r rᵀ over contacts between four particles each: r has √K w_k N at particle k, and 0 elsewhere. */
export interface ContactRows {
  /** Of contacts. */
  count: number;
  /** 4 per contact; one particle may be there more than once. */
  particles: Uint32Array;
  /** 7 per contact: √K N, √(N/m), and w_k, which sum to 0. */
  numbers: Float64Array;
}

/** Numbers of a contact. */
export const ROW = 7;

/** A part of the matrix of an implicit step: a Σ r rᵀ. */
export interface ContactMatrix {
  /** Null: there are no contacts. */
  contacts: ContactRows | null;
  a: number;
}
