/** What an error says; what is thrown need not be one. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
