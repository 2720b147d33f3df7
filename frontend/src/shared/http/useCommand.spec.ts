import { expect, it } from 'vitest';
import { waitingOf } from './useCommand.ts';

// Proves I40-approvals
it('tells of a change that waits for a second person, of an edit too', () => {
  const waits = { approval_id: 'p1', message: 'Somebody else has to approve this.' };
  const toast = {
    title: 'Waits for approval',
    description: waits.message,
    subject: { text: 'the request', to: '/admin-dashboard/approvals/p1/show' },
  };
  expect(waitingOf(waits)).toEqual(toast);
  expect(waitingOf({ record: waits, etag: null })).toEqual(toast);
  for (const answer of [null, 'done', { id: 's1' }, { record: { id: 's1' }, etag: '"2"' }])
    expect(waitingOf(answer)).toBeNull();
});
