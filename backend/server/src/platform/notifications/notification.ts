import type { EmailPreferences, PortalEventType } from '@portal/domain';
import type { Queryable } from '@portal/projections';
import {
  type EnvelopeOf,
  isOf,
  type Load,
  type PortalEnvelope,
  type StateAt,
  type StateBefore,
} from '../../kernel/execute.ts';
import type { Letter } from '../mail/letter.ts';
import type { Attachment, Posting } from '../mail/outbox.ts';

/** A user as a notification sees it: whom to write to, and what the user wants to hear. */
export interface Addressee {
  /** Null for an address that belongs to no user. */
  readonly id: string | null;
  readonly name: string;
  readonly email: string;
  readonly email_preferences: EmailPreferences;
}

/** What a notification may look at; made once by compose. */
export interface NotificationPorts {
  /** The state of a stream as it stands now. */
  readonly load: Load;
  readonly stateBefore: StateBefore;
  readonly stateAt: StateAt;
  administrators(): Promise<readonly Addressee[]>;
  usersOfAccount(accountId: string): Promise<readonly Addressee[]>;
  /** The read models. */
  readonly db: Queryable;
  /** The day it is in BILLING_TZ at an ISO instant. */
  billingDay(instant: string): string;
  /** The address of a page, e.g. `/login`; the host is PUBLIC_URL's. */
  page(path: string): string;
  /** Where people turn to. */
  readonly supportEmail: string;
}

/** A letter that follows from an event; `cause` names another event than the one at hand, whose mail it is. */
export type Reply = Pick<Posting, 'kind' | 'recipient' | 'userId' | 'letter' | 'attachments'> &
  Partial<Pick<Posting, 'cause'>>;

/**
 * A notification, named as a sentence: an event in, letters out. It may be asked twice for one event; the outbox keeps
 * one mail of a kind.
 */
export interface Notification {
  readonly name: string;
  readonly types: readonly PortalEventType[];
  write(envelope: PortalEnvelope, ports: NotificationPorts): Promise<readonly Reply[]>;
}

/** Declares a notification; `write` is given the events that `types` names, and of others nothing is written. */
export function notification<const Type extends PortalEventType>({
  name,
  types,
  write,
}: {
  readonly name: string;
  readonly types: readonly Type[];
  write(envelope: EnvelopeOf<Type>, ports: NotificationPorts): Promise<readonly Reply[]>;
}): Notification {
  return {
    name,
    types,
    write: async (envelope, ports) => (isOf(envelope, types) ? write(envelope, ports) : []),
  };
}

/** The same letter to each of these users, those who don't want it left out. `wanted`: null for what everybody gets. */
export function replies(
  kind: string,
  users: readonly Addressee[],
  wanted: keyof EmailPreferences | null,
  letter: Letter,
  attachments: readonly Attachment[] = [],
): readonly Reply[] {
  return users
    .filter((user) => wanted === null || user.email_preferences[wanted])
    .map(({ id, email }) => ({ kind, recipient: email, userId: id, letter, attachments }));
}
