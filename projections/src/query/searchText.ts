/** What a list's search looks at: all of these in lower case. */
export function searchText(...values: readonly (string | null)[]): string {
  return values
    .filter((value) => value !== null && value !== '')
    .join(' ')
    .toLowerCase();
}
