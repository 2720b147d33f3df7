import Box from '@mui/material/Box';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { FieldPath, FieldValues, PathValue, UseFormReturn } from 'react-hook-form';
import { useLocation } from 'react-router';
import { keepForm, takeEntries, watchForm } from '../http/keptEntries.ts';
import { isLeaving } from '../http/leaving.ts';
import { userKey, useSession } from '../session/session.ts';
import { dismissToast } from '../toast/toasts.ts';
import { Notice } from '../ui/Notice.tsx';

interface KeptEntriesProps<Input extends FieldValues, Output> {
  readonly form: UseFormReturn<Input, unknown, Output>;
  /** Identifies form and record. */
  readonly name: string;
  /** Title of the form's dialog. */
  readonly dialog?: string;
  /** The entries were sent after all: a form that has them back becomes blank. */
  readonly sent?: boolean;
  /** Space below the note. */
  readonly below?: number;
}

/**
 * Keeps a form's changed fields in this tab when the session ends. Once the same user opens the form again, they are
 * there, with a note. Sensitive fields are not kept; Logout and another user's sign-in drop them.
 */
export function KeptEntries<Input extends FieldValues, Output>({
  form,
  name,
  dialog,
  sent = false,
  below = 0,
}: KeptEntriesProps<Input, Output>) {
  const { user } = useSession();
  // an administrator who views the portal as a dealer is not that dealer
  const owner = user === null || user === 'loading' || user.viewing_as !== undefined ? null : user.id;
  const client = useQueryClient();
  const { pathname } = useLocation();
  const [back, setBack] = useState(false);
  const { dirtyFields } = form.formState;
  const changed = useRef(dirtyFields);
  useEffect(() => {
    changed.current = dirtyFields;
  });
  // react-hook-form counts no entries as changed before its own first effects
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);

  useEffect(() => {
    if (owner === null || !ready || sent) return;
    const entries = takeEntries(owner, name);
    for (const [field, value] of Object.entries(entries ?? {})) {
      if (!(field in form.getValues())) continue;
      form.setValue(field as FieldPath<Input>, value as PathValue<Input, FieldPath<Input>>, {
        shouldDirty: true,
      });
    }
    if (entries !== null) {
      setBack(true);
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
        const values = Object.entries(form.getValues());
        return Object.fromEntries(values.filter(([field]) => field in changed.current));
      },
    };
    const end = watchForm(watched);
    return () => {
      end();
      // the page found out that the session has ended, and leads to the sign-in
      if (client.getQueryData(userKey) === null && !isLeaving()) keepForm(watched);
    };
  }, [owner, name, dialog, pathname, ready, sent, form, client]);

  useEffect(() => {
    if (!sent || !back) return;
    form.reset();
    setBack(false);
  }, [sent, back, form]);

  if (!back) return null;
  return (
    <Box sx={{ mb: below }}>
      <Notice tone="success">
        Your session ended before this was sent. Your entries are here again; please check them.
      </Notice>
    </Box>
  );
}
