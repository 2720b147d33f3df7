import { Button, DialogActions, DialogContent, Skeleton } from '@mui/material';
import { problemSchema } from '@portal/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import type { DefaultValues, FieldPath, FieldValues, PathValue } from 'react-hook-form';
import type { z } from 'zod';
import { HttpError, type Revised, readRevised } from '../http/http.ts';
import type { Conflict } from '../ui/ConflictNotice.tsx';
import { LoadProblem } from '../ui/LoadProblem.tsx';
import { useZodForm } from './Form.tsx';
import { DialogFrame } from './FormDialog.tsx';

interface RevisedDialogProps<R> {
  readonly title: string;
  /** Shown where the record could not be read. */
  readonly unread: (error: Error) => string;
  readonly path: string;
  readonly parse: (answer: unknown) => R;
  readonly onClose: () => void;
  readonly children: (initial: Revised<R>) => ReactNode;
}

/** A dialog that edits a record. It reads record and revision when it opens and keeps both while it is open. */
export function RevisedDialog<R>({ title, unread, path, parse, onClose, children }: RevisedDialogProps<R>) {
  const { data, error, refetch } = useQuery({
    queryKey: ['editing', path],
    queryFn: async () => {
      const { record, etag } = await readRevised(path);
      return { record: parse(record), etag };
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  });
  return (
    <DialogFrame title={title} onClose={onClose}>
      {data === undefined ? (
        <>
          <DialogContent>
            {error ? (
              <LoadProblem text={unread(error)} onRetry={refetch} />
            ) : (
              <Skeleton variant="rounded" height={320} role="status" aria-label="Loading" />
            )}
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
          </DialogActions>
        </>
      ) : (
        children(data)
      )}
    </DialogFrame>
  );
}

/** The conflict of a 412; null for any other error. */
function conflictOf(error: unknown): Conflict | null {
  if (!(error instanceof HttpError) || error.status !== 412) return null;
  return problemSchema.shape.conflict.safeParse(error.conflict).data ?? null;
}

function changedFields<Input extends FieldValues>(before: Input, now: Partial<Input>): Partial<Input> {
  const entries = Object.entries(now).filter(([field, value]) => value !== before[field]);
  return Object.fromEntries(entries) as Partial<Input>;
}

interface RevisedFormOptions<R, Input extends FieldValues, Output> {
  readonly initial: Revised<R>;
  readonly schema: z.ZodType<Output, Input>;
  /** The record as values of the form. */
  readonly toForm: (record: R) => Input;
}

/**
 * The form of a record that several people edit. After a conflict it takes over the other person's changes, keeps the
 * user's entries and returns both values; saving again then builds on the newer record.
 */
export function useRevisedForm<R, Input extends FieldValues, Output>({
  initial,
  schema,
  toForm,
}: RevisedFormOptions<R, Input, Output>) {
  const base = useRef(initial);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const form = useZodForm(schema, toForm(initial.record) as DefaultValues<Input>);

  const changesOf = (values: Partial<Input>) => changedFields(toForm(base.current.record), values);
  const set = (field: string, value: unknown) =>
    form.setValue(field as FieldPath<Input>, value as PathValue<Input, FieldPath<Input>>, {
      shouldDirty: true,
    });
  /** Takes a newer record as the base and keeps the entries. */
  const rebase = (next: Revised<R>) => {
    const mine = changesOf(form.getValues());
    base.current = next;
    form.reset(toForm(next.record));
    for (const [field, value] of Object.entries(mine)) set(field, value);
  };

  return {
    form,
    /** The record that the form started from, or was rebased on. */
    base,
    conflict,
    /** The values that differ from that record. */
    changesOf,
    rebase,
    /** Rebases the form if the error is a conflict. @returns whether it was */
    takeConflict(error: unknown): boolean {
      const found = conflictOf(error);
      if (found === null) return false;
      rebase({ record: { ...base.current.record, ...found.current } as R, etag: found.etag });
      setConflict(found);
      return true;
    },
    /** Replaces the entry of a field by the other person's value. */
    useTheirs: (field: string) => set(field, toForm(base.current.record)[field]),
  };
}
