import { Button, DialogActions, DialogContent, Skeleton } from '@mui/material';
import { type Problem, problemSchema } from '@portal/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { type Identifier, type RaRecord, useDataProvider } from 'react-admin';
import type { DefaultValues, FieldPath, FieldValues, PathValue, UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { useZodForm } from '../../shared/form/useZodForm.ts';
import { HttpError } from '../../shared/http/http.ts';
import { ConflictNotice, showPlain } from '../../shared/ui/ConflictNotice.tsx';
import { LoadProblem } from '../../shared/ui/LoadProblem.tsx';
import type { AdminDataProvider, Because, Revised } from './dataProvider.ts';
import { FormBody, FormDialog, type FormFrame, ReasonField } from './FormDialog.tsx';
import { useSend } from './useSend.ts';

type Conflict = NonNullable<Problem['conflict']>;

/** What a 412 says about who was faster; null for any other refusal. */
function conflictOf(error: unknown): Conflict | null {
  if (!(error instanceof HttpError) || error.status !== 412) return null;
  return problemSchema.shape.conflict.safeParse(error.conflict).data ?? null;
}

/** How a dialog saves: each call's answer is handed to `keep`, so that what is already saved is not sent again. */
export type Save<R extends RaRecord, Input> = (call: {
  readonly provider: AdminDataProvider;
  readonly before: Revised<R>;
  readonly changes: Partial<Input>;
  readonly values: Input;
  readonly because: Because;
  readonly keep: (saved: Revised<R>) => void;
}) => Promise<unknown>;

interface EditFormOptions<R extends RaRecord, Input extends FieldValues, Output> {
  readonly initial: Revised<R>;
  readonly frame: FormFrame;
  readonly schema: z.ZodType<Output, Input>;
  /** The record as the form's fields hold it; a blank `reason` among them. */
  readonly toForm: (record: R) => Input;
  readonly save: Save<R, Input>;
  readonly done: string;
  readonly failed: string;
}

/** Saves what was changedFields in one call. */
export const saveFields =
  <R extends RaRecord, Input>(resource: string): Save<R, Input> =>
  ({ provider, before, changes, because }) =>
    provider.saveChanges(resource, before.record.id, { ...changes, ...because }, before.etag);

/** The fields that differ, as they are now; why it is done is no field of the record. */
function changedFields<Input extends FieldValues>(before: Input, now: Input): Partial<Input> {
  const entries = Object.entries(now).filter(
    ([field, value]) => field !== 'reason' && value !== before[field],
  );
  return Object.fromEntries(entries) as Partial<Input>;
}

/**
 * The form of an edit dialog: sends the changedFields fields alone, at the revision that was read. Where somebody else was
 * faster it takes over what they changedFields, keeps what was entered here, and tells both values; saving again is then
 * on top of theirs.
 */
function useEditForm<R extends RaRecord, Input extends FieldValues, Output>(
  options: EditFormOptions<R, Input, Output>,
) {
  const { initial, frame, schema, toForm, save, done, failed } = options;
  const provider = useDataProvider<AdminDataProvider>();
  const base = useRef(initial);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const form = useZodForm(schema, toForm(initial.record) as DefaultValues<Input>);

  const set = (field: string, value: unknown) =>
    form.setValue(field as FieldPath<Input>, value as PathValue<Input, FieldPath<Input>>, {
      shouldDirty: true,
    });
  /** Builds on another state of the record without losing what was entered. */
  const rebase = (next: Revised<R>) => {
    const values = form.getValues();
    const mine = changedFields(toForm(base.current.record), values);
    base.current = next;
    form.reset(toForm(next.record));
    for (const [field, value] of Object.entries({ ...mine, reason: values.reason })) set(field, value);
  };

  const { busy, send } = useSend(form, {
    done,
    failed,
    close: frame.close,
    caught: (error) => {
      const found = conflictOf(error);
      if (found === null) return false;
      rebase({ record: { ...base.current.record, ...found.current } as R, etag: found.etag });
      setConflict(found);
      return true;
    },
  });

  const submit = form.handleSubmit(() => {
    const values = form.getValues();
    const changes = changedFields(toForm(base.current.record), values);
    if (Object.keys(changes).length === 0) return frame.close();
    const why = String(values.reason ?? '').trim();
    return send(() =>
      save({
        provider,
        before: base.current,
        changes,
        values,
        because: why === '' ? {} : { reason: why },
        keep: ({ record, etag }) => rebase({ record: { ...base.current.record, ...record }, etag }),
      }),
    );
  });

  /** Gives up what was entered in a field for what the others made of it. */
  const useTheirs = (field: string) => set(field, toForm(base.current.record)[field]);

  return { form, busy, submit, conflict, useTheirs };
}

interface EditDialogProps<R extends RaRecord> {
  readonly resource: string;
  readonly id: Identifier;
  readonly title: string;
  readonly onClose: () => void;
  readonly children: (initial: Revised<R>, frame: FormFrame) => ReactNode;
}

/**
 * A dialog that edits a record. It reads the record anew, with its revision, and keeps both whatever the pages behind
 * it read meanwhile.
 */
export function EditDialog<R extends RaRecord>({
  resource,
  id,
  title,
  onClose,
  children,
}: EditDialogProps<R>) {
  const provider = useDataProvider<AdminDataProvider>();
  const { data, error, refetch } = useQuery({
    queryKey: ['editing', resource, id],
    queryFn: () => provider.readForEdit<R>(resource, id),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  });
  return (
    <FormDialog title={title} onClose={onClose}>
      {(frame) =>
        data === undefined ? (
          <>
            <DialogContent>
              {error ? (
                <LoadProblem
                  text="This record could not be loaded."
                  error={error}
                  onRetry={() => void refetch()}
                />
              ) : (
                <Skeleton variant="rounded" height={320} role="status" aria-label="Loading" />
              )}
            </DialogContent>
            <DialogActions>
              <Button onClick={frame.close}>Cancel</Button>
            </DialogActions>
          </>
        ) : (
          children(data, frame)
        )
      }
    </FormDialog>
  );
}

interface EditFormProps<R extends RaRecord, Input extends FieldValues, Output>
  extends EditFormOptions<R, Input, Output> {
  /** What the form calls its fields. */
  readonly labels: Readonly<Record<string, string>>;
  /** How a value reads that says nothing to a person, e.g. an id. */
  readonly show?: (field: string, value: unknown) => ReactNode;
  /** The record's fields. */
  readonly children: (form: UseFormReturn<Input, unknown, Output>) => ReactNode;
}

/** The form of an edit dialog: what somebody else changed meanwhile, the record's fields, and why it is done. */
export function EditForm<
  R extends RaRecord,
  Input extends FieldValues & { reason?: string | undefined },
  Output,
>({ labels, show = showPlain, children, ...options }: EditFormProps<R, Input, Output>) {
  const { form, busy, submit, conflict, useTheirs } = useEditForm(options);
  return (
    <FormBody
      frame={options.frame}
      form={form}
      busy={busy}
      submitLabel="Save Changes"
      onSubmit={submit}
      notice={<ConflictNotice conflict={conflict} labels={labels} onUseTheirs={useTheirs} show={show} />}
    >
      {children(form)}
      <ReasonField form={form} />
    </FormBody>
  );
}
