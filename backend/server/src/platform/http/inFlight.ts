import { HttpProblem } from './errors.ts';

/**
 * Limits concurrent requests per key in this process.
 * @param refusal message of the 429
 * @returns takes a place for a key and returns the function that frees it
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
