import { type ReactNode, useState } from 'react';
import type { RaRecord } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import { ReasonField } from '../../shared/form/Field.tsx';
import { FormBody } from '../../shared/form/FormDialog.tsx';
import { RevisedDialog, useRevisedForm } from '../../shared/form/RevisedDialog.tsx';
import { messageOf, type Revised, revise } from '../../shared/http/http.ts';
import { ConflictNotice, showPlain } from '../../shared/ui/ConflictNotice.tsx';
import type { ActionInput } from './ActionDialog.tsx';
import { useFormCommand } from './CommandDialog.tsx';

/** Saves an edit. `keep` takes each answer, so that what is saved is not sent again. */
export type Save<R extends RaRecord, Input> = (call: {
  readonly before: Revised<R>;
  readonly changes: Partial<Input>;
  readonly values: Input;
  readonly input: ActionInput;
  readonly keep: (saved: Revised<R>) => void;
}) => Promise<unknown>;

/** Of the edit dialog of a kind of record. */
export interface EditProps {
  readonly id: string;
  readonly onClose: () => void;
}

interface EditDialogProps<R extends RaRecord, Input extends FieldValues, Output> {
  readonly title: string;
  readonly path: string;
  readonly schema: (record: R) => z.ZodType<Output, Input>;
  /** The record as values of the form, with a blank `reason`. */
  readonly toForm: (record: R) => Input;
  /** Sends the changed fields; a PATCH of the record by default. */
  readonly save?: Save<R, Input>;
  readonly done: string;
  readonly failed: string;
  /** Of the form's fields. */
  readonly labels: Readonly<Record<string, string>>;
  /** For values that need a lookup, e.g. ids. */
  readonly show?: (field: string, value: unknown) => ReactNode;
  readonly onClose: () => void;
  readonly children: (record: R) => ReactNode;
}

type WithReason = FieldValues & { reason?: string | undefined };

/** A dialog that edits a record, which it reads with its revision. */
export function EditDialog<R extends RaRecord, Input extends WithReason, Output>(
  props: EditDialogProps<R, Input, Output>,
) {
  const { title, path, onClose } = props;
  return (
    <RevisedDialog
      title={title}
      unread={(error) => `This record could not be loaded. ${messageOf(error, '')}`.trim()}
      path={path}
      parse={(answer) => answer as R}
      onClose={onClose}
    >
      {(initial) => <EditForm {...props} initial={initial} />}
    </RevisedDialog>
  );
}

/** The fields, the reason and the notice of a conflict. */
function EditForm<R extends RaRecord, Input extends WithReason, Output>(
  props: EditDialogProps<R, Input, Output> & { readonly initial: Revised<R> },
) {
  const { initial, path, schema, toForm, done, failed, labels, show = showPlain, onClose, children } = props;
  const {
    save = ({ before, changes, input }) => revise('PATCH', path, { ...changes, ...input }, before.etag),
  } = props;
  const [ofRecord] = useState(() => schema(initial.record));
  const { form, base, conflict, changesOf, rebase, takeConflict, useTheirs } = useRevisedForm({
    initial,
    schema: ofRecord,
    toForm,
  });
  const changesNow = () => {
    // the reason is no field of the record
    const { reason: _, ...changes } = changesOf(form.getValues());
    return changes as Partial<Input>;
  };
  const { busy, send } = useFormCommand(form, {
    send: () => {
      const values = form.getValues();
      const why = String(values.reason ?? '').trim();
      return save({
        before: base.current,
        changes: changesNow(),
        values,
        input: why === '' ? {} : { reason: why },
        keep: ({ record, etag }) => rebase({ record: { ...base.current.record, ...record }, etag }),
      });
    },
    done,
    failed,
    onDone: onClose,
    caught: takeConflict,
  });

  return (
    <FormBody
      form={form}
      keepAs={path}
      labels={labels}
      busy={busy}
      submitLabel="Save Changes"
      onSubmit={form.handleSubmit((values) =>
        Object.keys(changesNow()).length === 0 ? onClose() : send(values),
      )}
      notice={<ConflictNotice conflict={conflict} labels={labels} onUseTheirs={useTheirs} show={show} />}
    >
      {children(initial.record)}
      <ReasonField />
    </FormBody>
  );
}
