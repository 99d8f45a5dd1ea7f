/** What browsers and the build say when code that is loaded later cannot be fetched. */
const NOT_FETCHED = /dynamically imported module|module script failed|preload CSS/i;

/** True if the network, or a new version on the server, has kept a part of the program from being loaded. */
export function isNotFetched(error: unknown): boolean {
  return error instanceof Error && NOT_FETCHED.test(error.message);
}

/** What an error says; what is thrown need not be one. The address of a part that was not fetched tells nothing. */
export function messageOf(error: unknown): string {
  if (isNotFetched(error))
    return 'This part could not be fetched. Try again when the network is back, or reload the page.';
  return error instanceof Error ? error.message : String(error);
}
