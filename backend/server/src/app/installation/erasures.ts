import type { EventStore } from '@portal/event-store';
import { pagesOf } from './log.ts';

/**
 * Users whose personal data was erased, for erasing them again after an older backup, which still has their keys, was
 * restored. `at`: ISO instant; `includesWithheld`: with what belonged to addresses that other users had too.
 */
export async function erasedUsers(store: EventStore) {
  const erased: { userId: string; at: string; includesWithheld: boolean }[] = [];
  for await (const page of pagesOf(store, { types: ['PersonalDataErased'] })) {
    for (const { data, metadata } of page.events) {
      const { userId, includesWithheld = false } = JSON.parse(data) as {
        userId: string;
        includesWithheld?: boolean;
      };
      const { recordedAt } = JSON.parse(metadata) as { recordedAt: string };
      erased.push({ userId, at: recordedAt, includesWithheld });
    }
  }
  return erased;
}
