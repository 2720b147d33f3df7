import { HttpProblem } from './errors.ts';

/**
 * Limits what runs at the same moment in this process: at most `most` requests for each key.
 * @param refusal what the next one is told, with 429 and Retry-After
 * @returns takes a place for a key, and gives the function that frees it
 */
export function inFlight(most: number, refusal: string): (key: string) => () => void {
  const running = new Map<string, number>();
  return (key) => {
    const now = running.get(key) ?? 0;
    if (now >= most) throw new HttpProblem(429, refusal, { headers: { 'Retry-After': '1' } });
    running.set(key, now + 1);
    return () => {
      const left = (running.get(key) ?? 1) - 1;
      if (left === 0) running.delete(key);
      else running.set(key, left);
    };
  };
}
