import type { TimelineEntry } from '@portal/contract';
import { VerbButton } from '../kit/ActionButton.tsx';
import { eraseDeletedUser } from './verbs.ts';

interface EraseDeletedButtonProps {
  readonly id: string;
  /** The user's own timeline. */
  readonly entries: readonly TimelineEntry[];
}

/** For a user who was deleted and whose personal data is still there; such a user has no page but the timeline. */
export function EraseDeletedButton({ id, entries }: EraseDeletedButtonProps) {
  const happened = (type: string) => entries.some((entry) => entry.type === type);
  if (!happened('UserDeleted') || happened('PersonalDataErased')) return null;
  return <VerbButton verb={eraseDeletedUser} record={{ id, name: 'deleted user' }} variant="outlined" />;
}
