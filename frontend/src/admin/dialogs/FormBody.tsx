import { Button, DialogActions, DialogContent, Stack } from '@mui/material';
import { type FormEvent, type ReactNode, useEffect } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { FormProblems } from '../../shared/form/problems.tsx';
import type { FormFrame } from './FormDialog.tsx';

interface FormBodyProps<Input extends FieldValues, Output> {
  readonly frame: FormFrame;
  readonly form: UseFormReturn<Input, unknown, Output>;
  readonly busy: boolean;
  readonly submitLabel: string;
  readonly busyLabel?: string;
  readonly onSubmit: (event: FormEvent) => void;
  /** Above the fields. */
  readonly notice?: ReactNode;
  readonly children: ReactNode;
}

/** The fields of a dialog's form with its buttons. */
export function FormBody<Input extends FieldValues, Output>(props: FormBodyProps<Input, Output>) {
  const { frame, form, busy, submitLabel, busyLabel = 'Saving...', onSubmit, notice, children } = props;
  const { errors, submitCount, isDirty } = form.formState;
  const { setUnsaved } = frame;
  useEffect(() => setUnsaved(isDirty), [isDirty, setUnsaved]);
  return (
    <form
      noValidate
      onSubmit={onSubmit}
      // the buttons stay in sight while the fields scroll
      style={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 }}
    >
      <DialogContent>
        <Stack spacing={2.5} sx={{ pt: 1 }}>
          {notice}
          {children}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={frame.cancel}>Cancel</Button>
        <Button type="submit" variant="contained" aria-disabled={busy}>
          {busy ? busyLabel : submitLabel}
        </Button>
      </DialogActions>
      <FormProblems errors={errors} submits={submitCount} />
    </form>
  );
}
