import { wordsOfName } from '@portal/domain/values';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useLocation } from 'react-router';
import { keepForm, takeEntries, watchForm } from '../http/keptEntries.ts';
import { isLeaving } from '../http/leaving.ts';
import { userKey, useUserOrNull } from '../session/session.ts';
import { dismissToast } from '../toast/toasts.ts';
import { Notice } from '../ui/Notice.tsx';

interface KeptEntriesProps {
  /** Identifies form and record. */
  readonly name: string;
  /** Title of the form's dialog. */
  readonly dialog?: string;
  readonly labels?: Readonly<Record<string, string>> | undefined;
  /** The entries were sent after all: a form that has them back becomes blank. */
  readonly sent?: boolean;
  /** The entries are a draft: also kept when the page is left, unless they are just being sent. */
  readonly draft?: 'kept' | 'sending';
  /** Space below the note. */
  readonly below?: number;
}

/** What came of the kept entries. */
interface TakenBack {
  readonly hasEntries: boolean;
  /** Fields whose entries are not there again. */
  readonly leftOut: readonly string[];
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Keeps the changed fields of the form around it in this tab when the session ends. Once the same user opens the form again, they are
 * there, with a note; a field whose value was changed meanwhile is left out, so that saving does not undo that change.
 * A draft is also there after the page was left. Sensitive fields are not kept; Logout and another user's sign-in drop them.
 */
export function KeptEntries({ name, dialog, labels = {}, sent = false, draft, below = 0 }: KeptEntriesProps) {
  const { formState, getValues, setValue, reset } = useFormContext();
  const user = useUserOrNull();
  // an administrator who views the portal as a dealer is not that dealer
  const owner = user === null || user.viewing_as !== undefined ? null : user.id;
  const client = useQueryClient();
  const { pathname } = useLocation();
  const [back, setBack] = useState<TakenBack | null>(null);
  const { dirtyFields, defaultValues } = formState;
  const now = useRef({ dirtyFields, defaultValues, draft });
  useEffect(() => {
    now.current = { dirtyFields, defaultValues, draft };
  });
  // react-hook-form counts no entries as changed before its own first effects
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);

  useEffect(() => {
    if (owner === null || !ready || sent) return;
    const entries = takeEntries(owner, name);
    const leftOut: string[] = [];
    for (const [field, { entered, base }] of Object.entries(entries ?? {})) {
      if (!(field in getValues())) continue;
      if (isSame(base, now.current.defaultValues?.[field])) {
        setValue(field, entered, { shouldDirty: true });
      } else leftOut.push(field);
    }
    if (entries !== null) {
      setBack({ hasEntries: leftOut.length < Object.keys(entries).length, leftOut });
      // the toast that named the dialog would cover its buttons on a phone
      if (dialog !== undefined) dismissToast();
    }
    const watched = {
      user: owner,
      name,
      dialog: dialog ?? null,
      page: pathname,
      since: Date.now(),
      entries: () => {
        const { dirtyFields: changed, defaultValues: bases } = now.current;
        const values = Object.entries(getValues()).filter(([field]) => field in changed);
        return Object.fromEntries(
          values.map(([field, entered]) => [field, { entered, base: bases?.[field] }]),
        );
      },
    };
    const end = watchForm(watched);
    const keepDraft = () => {
      if (now.current.draft === 'kept') keepForm(watched);
    };
    // brought back from the browser's memory, the page still has it
    const dropDraft = ({ persisted }: PageTransitionEvent) => {
      if (persisted) takeEntries(owner, name);
    };
    window.addEventListener('pagehide', keepDraft);
    window.addEventListener('pageshow', dropDraft);
    return () => {
      end();
      window.removeEventListener('pagehide', keepDraft);
      window.removeEventListener('pageshow', dropDraft);
      keepDraft();
      // the page found out that the session has ended, and leads to the sign-in
      if (client.getQueryData(userKey) === null && !isLeaving()) keepForm(watched);
    };
  }, [owner, name, dialog, pathname, ready, sent, getValues, setValue, client]);

  useEffect(() => {
    if (!sent || back === null) return;
    reset();
    setBack(null);
  }, [sent, back, reset]);

  if (back === null) return null;
  const names = back.leftOut.map((field) => labels[field] ?? wordsOfName(field).replaceAll('_', ' '));
  return (
    <Notice tone={names.length === 0 ? 'success' : 'warning'} sx={{ mb: below }}>
      {draft === undefined ? 'Your session ended before this was sent.' : 'This was not sent yet.'}
      {back.hasEntries && ' Your entries are here again; please check them.'}
      {names.length > 0 && ` Left out, as changed meanwhile: ${names.join(', ')}.`}
    </Notice>
  );
}
