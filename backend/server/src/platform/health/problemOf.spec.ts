import { StoreUnavailable } from '@portal/event-store';
import { describe, expect, it } from 'vitest';
import { problemOf } from './problemOf.ts';

const withCode = (code: unknown, message = 'no') => Object.assign(new Error(message), { code });
const unread = (cause: Error) =>
  new StoreUnavailable(`Reading the event store broke off: ${cause.message}`, { cause });

describe('the problem of a service', () => {
  it.each([
    [unread(withCode(16, '16 UNAUTHENTICATED: Unauthenticated')), 'wrong user or password'],
    [unread(withCode(7, '7 PERMISSION_DENIED: Access Denied')), 'wrong user or password'],
    [withCode('28P01', 'password authentication failed for user "portal_secret"'), 'wrong user or password'],
    [
      unread(
        withCode(
          14,
          '14 UNAVAILABLE: No connection established. Last error: Error: unable to verify the first certificate.',
        ),
      ),
      'certificate not accepted',
    ],
    [withCode('CERT_HAS_EXPIRED'), 'certificate not accepted'],
    [unread(withCode(5, '5 NOT_FOUND: Leader info available')), 'no leader'],
    [unread(withCode(2, '2 UNKNOWN: No leader info available in response')), 'no leader'],
    [unread(new Error('there is no leader', { cause: new Error('Failed to discover') })), 'no leader'],
    [unread(new Error('no node answers', { cause: new Error('Failed to discover') })), 'no node answers'],
    [unread(new Error('certificate not accepted (tlsCaFile): self-signed')), 'certificate not accepted'],
    [
      unread(withCode(14, '14 UNAVAILABLE: Last error: Error: connect ECONNREFUSED 10.1.2.3:2113')),
      'no answer',
    ],
    [unread(new StoreUnavailable('EventStoreDB did not answer within 5000 ms')), 'no answer'],
    [new Error('timeout exceeded when trying to connect'), 'no answer'],
    [new AggregateError([withCode('ECONNREFUSED'), withCode('EHOSTUNREACH')]), 'no answer'],
    [withCode('57P03', 'the database system is starting up'), 'starting or stopping'],
    [withCode('53300', 'sorry, too many clients already'), 'too many connections'],
    [withCode('3D000', 'database "secret" does not exist'), 'no database of this name'],
    [new TypeError('undefined is not a function'), 'failed'],
  ])('of %s is: %s', (error, problem) => {
    expect(problemOf(error)).toBe(problem);
  });
});
