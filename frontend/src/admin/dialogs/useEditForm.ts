import { useRef, useState } from 'react';
import { type RaRecord, useDataProvider } from 'react-admin';
import type { DefaultValues, FieldPath, FieldValues, PathValue } from 'react-hook-form';
import type { z } from 'zod';
import { useZodForm } from '../../shared/form/useZodForm.ts';
import type { AdminDataProvider, Because, Revised } from '../providers/dataProvider.ts';
import type { FormFrame } from './FormDialog.tsx';
import { type Conflict, conflictOf } from './refusal.ts';
import { useSend } from './useSend.ts';

/** How a dialog saves: each call's answer is handed to `keep`, so that what is already saved is not sent again. */
export type Save<R extends RaRecord, Input> = (call: {
  readonly provider: AdminDataProvider;
  readonly before: Revised<R>;
  readonly changes: Partial<Input>;
  readonly values: Input;
  readonly because: Because;
  readonly keep: (saved: Revised<R>) => void;
}) => Promise<unknown>;

export interface EditFormOptions<R extends RaRecord, Input extends FieldValues, Output> {
  readonly initial: Revised<R>;
  readonly frame: FormFrame;
  readonly schema: z.ZodType<Output, Input>;
  /** The record as the form's fields hold it; a blank `reason` among them. */
  readonly toForm: (record: R) => Input;
  readonly save: Save<R, Input>;
  readonly done: string;
  readonly failed: string;
}

/** Saves what was changed in one call. */
export const saveFields =
  <R extends RaRecord, Input>(resource: string): Save<R, Input> =>
  ({ provider, before, changes, because }) =>
    provider.saveChanges(resource, before.record.id, { ...changes, ...because }, before.etag);

/** The fields that differ, as they are now; why it is done is no field of the record. */
function changed<Input extends FieldValues>(before: Input, now: Input): Partial<Input> {
  const entries = Object.entries(now).filter(
    ([field, value]) => field !== 'reason' && value !== before[field],
  );
  return Object.fromEntries(entries) as Partial<Input>;
}

/**
 * The form of an edit dialog: sends the changed fields alone, at the revision that was read. Where somebody else was
 * faster it takes over what they changed, keeps what was entered here, and tells both values; saving again is then
 * on top of theirs.
 */
export function useEditForm<R extends RaRecord, Input extends FieldValues, Output>(
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
    const mine = changed(toForm(base.current.record), values);
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
    const changes = changed(toForm(base.current.record), values);
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
