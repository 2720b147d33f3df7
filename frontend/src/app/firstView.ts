import type { FirstData } from '@portal/contract';
import type { QueryClient } from '@tanstack/react-query';

/** What the server sent along with its first view of this page; null where it sent the plain shell. */
export const firstData = (): FirstData | null =>
  JSON.parse(document.getElementById('first-data')?.textContent ?? 'null');

/** Fills the cache with answers of the API, by path. */
export function fillCache(client: QueryClient, answers: FirstData['answers']): void {
  for (const [path, answer] of Object.entries(answers)) client.setQueryData([path], answer);
}
