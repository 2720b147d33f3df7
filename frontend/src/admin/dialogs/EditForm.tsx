import type { ReactNode } from 'react';
import type { RaRecord } from 'react-admin';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { ConflictNotice, showPlain } from '../../shared/ui/ConflictNotice.tsx';
import { FormBody } from './FormBody.tsx';
import { ReasonField } from './ReasonField.tsx';
import { type EditFormOptions, useEditForm } from './useEditForm.ts';

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
