import { isPermission } from '@portal/contract';
import type { Answered, HttpClient } from '../../support/httpClient.ts';
import type { Shot, Target } from './shots.ts';

/** What tells of our machine: stacks, paths of the source, the database's and the validator's own words. */
const TELLING =
  /\n\s+at |node_modules|\.ts:\d+|backend\/server|relation "|syntax error at|violates|duplicate key|invalid input syntax|ECONN|ZodError|TypeError|Invalid (input|option|key)\b|expected .*received/;

export interface Range {
  /** Sends a shot and judges the answer. @returns the status; null where there was no right answer at all */
  fire(shooter: Shooter, target: Target, shot: Shot): Promise<number | null>;
  /** What went wrong so far, each as one line. */
  readonly faults: string[];
  /** Ids of the requests that were refused. */
  readonly refused: string[];
  readonly counts: { sent: number; refused: number; accepted: number };
}

export interface Shooter {
  readonly name: 'visitor' | 'dealer' | 'admin';
  readonly client: HttpClient;
}

/** What a shooter is answered whom the route does not let in; null where it does. */
export function keptOut({ name }: Pick<Shooter, 'name'>, { route }: Target): number | null {
  if (route.access === 'public') return null;
  if (name === 'visitor') return 401;
  return isPermission(route.access) && name === 'dealer' ? 403 : null;
}

/** A place to shoot at a portal from. Each request has an id of its own, which the log names with all it causes. */
export function openRange(): Range {
  const faults: string[] = [];
  const refused: string[] = [];
  const counts = { sent: 0, refused: 0, accepted: 0 };
  let shots = 0;

  function judge(shooter: Shooter, target: Target, shot: Shot, { status, text, json }: Answered): string[] {
    const wrong: string[] = [];
    if (status >= 500) wrong.push(`${status}`);
    if (status >= 400 && typeof json?.error !== 'string') wrong.push(`${status} without a text for a person`);
    if (status >= 400 && TELLING.test(text)) wrong.push('tells of our machine');
    const out = keptOut(shot.headers.Cookie === undefined ? shooter : { name: 'visitor' }, target);
    // another site's page is turned away before anybody is asked who it is
    const foreign = shot.refused?.[0] === 403;
    if (out !== null && !foreign && status !== out) wrong.push(`${status}, not ${out}`);
    if ((out === null || foreign) && shot.refused !== null && !shot.refused.includes(status))
      wrong.push(`${status}, not ${shot.refused.join(' or ')}`);
    return wrong;
  }

  return {
    faults,
    refused,
    counts,
    async fire(shooter, target, shot) {
      shots += 1;
      const requestId = `fuzz-${String(shots).padStart(7, '0')}`;
      // limits on sign-in count by address: each shot comes from another one, by way of a trusted proxy
      const from = `198.18.${Math.floor(shots / 250) % 250}.${shots % 250}`;
      const { method, path } = target.route;
      const sent = `${shot.path.slice(0, 300)} ${String(shot.raw).slice(0, 400)}`;
      const fault = (wrong: string, got: string) =>
        faults.push(
          `${method} ${path} as ${shooter.name}, ${shot.what}: ${wrong}\n    sent ${sent}\n    got ${got.slice(0, 300)}`,
        );
      counts.sent += 1;
      const cookies = [...shooter.client.cookies];
      let answer: Answered;
      try {
        answer = await shooter.client.send(method, shot.path, {
          raw: shot.raw,
          headers: { 'X-Forwarded-For': from, ...shot.headers, 'X-Request-Id': requestId },
        });
      } catch (error) {
        // no answer, or one that is not as the API's description has it
        fault('no right answer', String(error));
        return null;
      }
      // a cookie that was made up is taken away by the answer, and the right one with it
      if (shot.headers.Cookie !== undefined) {
        for (const [name, value] of cookies) shooter.client.cookies.set(name, value);
      }
      if (answer.status >= 400) {
        refused.push(requestId);
        counts.refused += 1;
      } else counts.accepted += 1;
      for (const wrong of judge(shooter, target, shot, answer)) fault(wrong, answer.text);
      return answer.status;
    },
  };
}
