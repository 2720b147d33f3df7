import { unprocessable } from '../kernel/decider.ts';
import { MIN_USERNAME_LENGTH } from '../values/limits.ts';
import { isUsername, USERNAME_PROBLEM } from '../values/nameKeys.ts';

/** Names from before rule B50 stay as they are; only new ones are checked. @throws BusinessRefusal unprocessable */
export function refuseBadUsername(username: string): void {
  if ([...username.trim()].length < MIN_USERNAME_LENGTH)
    throw unprocessable('Username must be at least 3 characters', 'username');
  if (!isUsername(username)) throw unprocessable(USERNAME_PROBLEM, 'username');
}
