/** Starts a deed whose refusal needs no more care: the lab has shown it as a message already. */
export function ignoreShownError(deed: Promise<unknown>): void {
  deed.catch(() => {});
}
