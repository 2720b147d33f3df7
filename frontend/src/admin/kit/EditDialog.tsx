import type { ReactNode } from 'react';
import { type Identifier, type RaRecord, useDataProvider } from 'react-admin';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { FormBody, type FormFrame, ReasonField } from '../../shared/form/FormDialog.tsx';
import { type Revised, RevisedDialog, useRevisedForm } from '../../shared/form/RevisedDialog.tsx';
import { messageOf } from '../../shared/http/http.ts';
import { ConflictNotice, showPlain } from '../../shared/ui/ConflictNotice.tsx';
import type { AdminDataProvider, Because } from './dataProvider.ts';
import { useSend } from './useSend.ts';

/** Saves an edit. `keep` takes each answer, so that what is saved is not sent again. */
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
  /** The record as values of the form, with a blank `reason`. */
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

/** The form of an edit dialog: sends the changed fields and the reason. */
function useEditForm<R extends RaRecord, Input extends FieldValues & { reason?: string | undefined }, Output>(
  options: EditFormOptions<R, Input, Output>,
) {
  const { initial, frame, schema, toForm, save, done, failed } = options;
  const provider = useDataProvider<AdminDataProvider>();
  const { form, base, conflict, changesOf, rebase, takeConflict, useTheirs } = useRevisedForm({
    initial,
    schema,
    toForm,
  });
  const { busy, send } = useSend(form, { done, failed, close: frame.close, caught: takeConflict });

  const submit = form.handleSubmit(() => {
    const values = form.getValues();
    // the reason is no field of the record
    const { reason: _, ...changes } = changesOf(values);
    if (Object.keys(changes).length === 0) return frame.close();
    const why = String(values.reason ?? '').trim();
    return send(() =>
      save({
        provider,
        before: base.current,
        changes: changes as Partial<Input>,
        values,
        because: why === '' ? {} : { reason: why },
        keep: ({ record, etag }) => rebase({ record: { ...base.current.record, ...record }, etag }),
      }),
    );
  });

  return { form, busy, submit, conflict, useTheirs };
}

/** Of the edit dialog of a kind of record. */
export interface EditProps {
  readonly id: string;
  readonly onClose: () => void;
}

interface EditDialogProps<R extends RaRecord> {
  readonly resource: string;
  readonly id: Identifier;
  readonly title: string;
  readonly onClose: () => void;
  readonly children: (initial: Revised<R>, frame: FormFrame) => ReactNode;
}

/** A dialog that edits a record, which it reads with its revision. */
export function EditDialog<R extends RaRecord>({ resource, id, ...dialog }: EditDialogProps<R>) {
  const provider = useDataProvider<AdminDataProvider>();
  return (
    <RevisedDialog
      {...dialog}
      unread={(error) => `This record could not be loaded. ${messageOf(error, '')}`.trim()}
      queryKey={[resource, id]}
      read={() => provider.readForEdit<R>(resource, id)}
    />
  );
}

interface EditFormProps<R extends RaRecord, Input extends FieldValues, Output>
  extends EditFormOptions<R, Input, Output> {
  /** Of the form's fields. */
  readonly labels: Readonly<Record<string, string>>;
  /** For values that need a lookup, e.g. ids. */
  readonly show?: (field: string, value: unknown) => ReactNode;
  /** The record's fields. */
  readonly children: (form: UseFormReturn<Input, unknown, Output>) => ReactNode;
}

/** An edit dialog's conflict notice, fields and reason. */
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
