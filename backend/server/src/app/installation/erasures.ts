import type { EventStore } from '@portal/event-store';
import { pagesOf } from './log.ts';

/** `at`: ISO instant. */
export interface ErasedUser {
  readonly userId: string;
  readonly at: string;
  /** With what belonged to addresses that other users had too. */
  readonly includesWithheld: boolean;
}

/**
 * Users whose personal data was erased, for erasing them again after an older backup, which still has their keys, was
 * restored.
 */
export async function erasedUsers(store: EventStore): Promise<readonly ErasedUser[]> {
  const erased: ErasedUser[] = [];
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
