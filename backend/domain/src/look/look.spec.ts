import { it } from 'vitest';
import { given } from '../../test/given.ts';
import type { LookEvent } from './events.ts';
import { lookDecider } from './look.ts';

const data = { about: 'user-u1', userId: 'jo', day: '2026-12-05' } as const;
const looked: LookEvent = { type: 'RecordLookedAt', data };

// Proves I40-told
it('is recorded once a day for each member of staff', () => {
  const look = { type: 'RecordLook', ...data } as const;
  given(lookDecider).when(look).thenEvents(looked);
  given(lookDecider, looked).when(look).thenNothing();
  const next = { ...data, day: '2026-12-06' };
  given(lookDecider, looked)
    .when({ type: 'RecordLook', ...next })
    .thenEvents({ type: 'RecordLookedAt', data: next });
  const al = { ...data, userId: 'al' };
  given(lookDecider, looked)
    .when({ type: 'RecordLook', ...al })
    .thenEvents({ type: 'RecordLookedAt', data: al });
});

// Proves I40-told
it('records each export and file', () => {
  const rows = { userId: 'jo', list: 'users', rows: 12 } as const;
  const exported: LookEvent = { type: 'RowsExported', data: rows };
  given(lookDecider, exported)
    .when({ type: 'RecordExport', ...rows })
    .thenEvents(exported);
  const file = { userId: 'jo', name: 'ageing-2026-11.csv' };
  given(lookDecider, exported)
    .when({ type: 'RecordFile', ...file })
    .thenEvents({ type: 'FileExported', data: file });
});
