import type { HttpClient } from './httpClient.ts';
import type { TestPortal } from './testPortal.ts';

/** Listens to GET /api/events as this client: from here on `topics` grows as they are told, until it `isEnded`. */
export async function liveTopics(portal: Pick<TestPortal, 'url'>, client: HttpClient) {
  const stop = new AbortController();
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(`${portal.url}/api/events`, {
    headers: { Cookie: cookie },
    signal: stop.signal,
  });
  const topics: string[] = [];
  let ended = false;
  const reading = (async () => {
    for await (const chunk of response.body ?? []) {
      for (const line of Buffer.from(chunk).toString().split('\n')) {
        if (line.startsWith('data: ')) topics.push((JSON.parse(line.slice(6)) as { topic: string }).topic);
      }
    }
    ended = true;
  })().catch(() => {});
  return {
    response,
    topics,
    /** Whether the portal has ended it. */
    isEnded: () => ended,
    stop: async () => {
      stop.abort();
      await reading;
    },
  };
}
