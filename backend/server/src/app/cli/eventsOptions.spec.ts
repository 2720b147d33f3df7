import { describe, expect, it } from 'vitest';
import { EVENTS_USAGE, parseEventsOrder } from './eventsOptions.ts';

describe('npm run events', () => {
  it.each([
    ['status', { what: 'status' }],
    ['copy --to esdb://log:2113', { what: 'copy', from: null, to: 'esdb://log:2113' }],
    ['copy --to=database --from esdb://log:2113', { what: 'copy', from: 'esdb://log:2113', to: 'database' }],
    ['forget --yes', { what: 'forget' }],
    [
      'prepare --to esdb://admin:x@log',
      { what: 'prepare', to: 'esdb://admin:x@log', login: 'dealer-portal', newPassword: false },
    ],
    [
      'prepare --to esdb://admin:x@log --login portal-2 --new-password',
      { what: 'prepare', to: 'esdb://admin:x@log', login: 'portal-2', newPassword: true },
    ],
  ])('understands %s', (line, order) => {
    expect(parseEventsOrder(line.split(' '))).toEqual(order);
  });

  it.each([
    ['', 'Please name a command.'],
    ['move', 'There is no command move.'],
    ['copy', 'copy needs --to, the place to copy to.'],
    ['status --to database', '--to is for copy and prepare.'],
    ['prepare --from database', '--from is for copy.'],
    ['prepare', 'prepare needs --to, the address of an EventStoreDB'],
    ['prepare --to postgres://log', 'prepare needs --to, the address of an EventStoreDB'],
    ['prepare --to esdb://log --login $admin', '$admin is no name for a login'],
    ['copy --to database --new-password', '--login and --new-password are for prepare.'],
    ['copy --to database --yes', '--yes is for forget.'],
    ['forget', 'forget deletes the index that proves the log. Add --yes to confirm.'],
    ['copy status', 'One command at a time: copy status.'],
    ['copy --into database', "Unknown option '--into'"],
  ])('refuses "%s" with the usage', (line, message) => {
    const attempt = () => parseEventsOrder(line === '' ? [] : line.split(' '));
    expect(attempt).toThrow(message);
    expect(attempt).toThrow(EVENTS_USAGE);
  });
});
