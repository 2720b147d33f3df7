import { setTimeout as sleep } from 'node:timers/promises';
import type { Answered } from './httpClient.ts';

const TRIES = 60;
const BETWEEN_MS = 500;

/**
 * The answer with this status, for what sets a scene up: on a busy machine a portal may ask to come back later.
 * @param ask is asked again while it answers with Retry-After: what makes something carries a key
 * @throws Error on another status
 */
export async function expected(ask: () => Promise<Answered>, status: number): Promise<Answered> {
  let answered = await ask();
  for (let tries = 0; tries < TRIES && answered.headers['retry-after'] !== undefined; tries += 1) {
    await sleep(BETWEEN_MS);
    answered = await ask();
  }
  if (answered.status !== status)
    throw new Error(`${status} expected, got ${answered.status}: ${answered.text}`);
  return answered;
}
