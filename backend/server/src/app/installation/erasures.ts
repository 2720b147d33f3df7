import type { EventStore, Position } from '@portal/event-store';

/** Somebody whose personal data was erased, and when (an ISO instant). */
export interface ErasedUser {
  readonly userId: string;
  readonly at: string;
}

/**
 * Whose personal data was erased, by the log. Kept apart from backups it says what has to be erased again after an older
 * one was restored: that one still has their keys. It holds ids and instants only.
 */
export async function erasedUsers(store: EventStore): Promise<readonly ErasedUser[]> {
  const erased: ErasedUser[] = [];
  let at: Position | null = null;
  for (;;) {
    const page = await store.readAll(at, { types: ['PersonalDataErased'] });
    for (const { data, metadata } of page.events) {
      const { userId } = JSON.parse(data) as { userId: string };
      const { recordedAt } = JSON.parse(metadata) as { recordedAt: string };
      erased.push({ userId, at: recordedAt });
    }
    at = page.next;
    if (page.end) return erased;
  }
}
