/** So many bodies leave trails; more would only be a tangle. */
export const TRAIL_LIMIT = 10;
