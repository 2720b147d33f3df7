import type { ReactNode } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { FormDialog } from '../../shared/form/FormDialog.tsx';
import { type PostOptions, usePost } from './usePost.ts';

/** A step before the command is sent. */
interface FirstStep<Output> {
  /** Whether it is still to be done. */
  readonly isNext: boolean;
  readonly asking: boolean;
  readonly show: (values: Output) => void;
}

export interface PostDialogProps<Input extends FieldValues, Output extends object>
  extends Omit<PostOptions, 'onDone'> {
  readonly title: string;
  readonly form: UseFormReturn<Input, unknown, Output>;
  readonly submitLabel: string;
  readonly busyLabel?: string;
  readonly firstStep?: FirstStep<Output>;
  /** The request's body; the form's values by default. */
  readonly bodyOf?: (values: Output) => object;
  readonly onDone?: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog whose form is one POST. */
export function PostDialog<Input extends FieldValues, Output extends object>(
  props: PostDialogProps<Input, Output>,
) {
  const { title, form, submitLabel, busyLabel = 'Saving...', firstStep, onDone, onClose, children } = props;
  const { bodyOf = (values: Output) => values, path, done, failed, refresh } = props;
  const { busy, send } = usePost(form, {
    path,
    done,
    failed,
    refresh,
    onDone: () => {
      onClose();
      onDone?.();
    },
  });
  const asking = firstStep?.asking === true;
  return (
    <FormDialog
      title={title}
      onClose={onClose}
      form={form}
      keepAs={path}
      busy={busy || asking}
      busyLabel={asking ? 'Reading...' : busyLabel}
      submitLabel={firstStep?.isNext === true ? 'Show before and after' : submitLabel}
      onSubmit={form.handleSubmit((values) =>
        firstStep?.isNext === true ? firstStep.show(values) : send(bodyOf(values)),
      )}
    >
      {children}
    </FormDialog>
  );
}
