import { Button, Dialog, DialogActions, DialogContent, Stack } from '@mui/material';
import {
  createContext,
  type FormEvent,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form';
import { DialogHeading, DiscardDialog, useFirstFocus } from '../ui/ConfirmDialog.tsx';
import { FormProblems, SubmitButton } from './Form.tsx';
import { KeptEntries } from './KeptEntries.tsx';
import { useLeaveGuard } from './useLeaveGuard.ts';

/** How the form inside controls its dialog. */
interface FormFrame {
  readonly title: string;
  /** Closes; asks first if something was entered. */
  cancel(): void;
  setUnsaved(unsaved: boolean): void;
}

const Frame = createContext<FormFrame>({ title: '', cancel: () => undefined, setUnsaved: () => undefined });

interface DialogFrameProps {
  readonly title: string;
  readonly width?: 'xs' | 'sm' | undefined;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog for a form. Asks before it discards unsaved entries. */
export function DialogFrame({ title, width = 'sm', onClose, children }: DialogFrameProps) {
  const id = useId();
  const [unsaved, setUnsavedState] = useState(false);
  // set on input, before the form has rendered it: Escape may follow at once
  const entered = useRef(false);
  const setUnsaved = useCallback((now: boolean) => {
    entered.current = now;
    setUnsavedState(now);
  }, []);
  const [asking, setAsking] = useState(false);
  const guard = useLeaveGuard(unsaved);
  const cancel = () => (entered.current ? setAsking(true) : onClose());
  const stay = () => {
    setAsking(false);
    if (guard.leaving) guard.stay();
  };
  const discard = () => {
    if (guard.leaving) guard.leave();
    onClose();
  };
  return (
    <>
      <Dialog
        open
        onInput={() => {
          entered.current = true;
        }}
        onClose={cancel}
        aria-labelledby={id}
        maxWidth={width}
        fullWidth
      >
        <DialogHeading id={id} title={title} />
        <Frame value={{ title, cancel, setUnsaved }}>{children}</Frame>
      </Dialog>
      <DiscardDialog open={asking || guard.leaving} onStay={stay} onDiscard={discard} />
    </>
  );
}

interface FormBodyProps<Input extends FieldValues, Output> {
  readonly form: UseFormReturn<Input, unknown, Output>;
  readonly busy: boolean;
  readonly submitLabel: string;
  readonly busyLabel?: string | undefined;
  /** False while something has to be chosen first. */
  readonly canSubmit?: boolean;
  readonly onSubmit: (event: FormEvent) => void;
  /** Identifies form and record: entries are kept if the session ends. */
  readonly keepAs?: string | undefined;
  /** Of the fields, where their names don't tell; for the note about kept entries. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Above the fields. */
  readonly notice?: ReactNode;
  readonly children: ReactNode;
}

/** The first field, or the main button of a form without fields. */
const FIRST = ':is(input, select, textarea):not(:disabled, [readonly], [type=hidden]), [type=submit]:enabled';

/** The fields and buttons of a form, inside a {@link DialogFrame}. The first field or main button gets the focus. */
export function FormBody<Input extends FieldValues, Output>(props: FormBodyProps<Input, Output>) {
  const { form, busy, submitLabel, busyLabel = 'Saving...', canSubmit = true, onSubmit } = props;
  const { keepAs, labels, notice, children } = props;
  const { isDirty } = form.formState;
  const { title, cancel, setUnsaved } = use(Frame);
  useEffect(() => setUnsaved(isDirty), [isDirty, setUnsaved]);
  const fields = useFirstFocus<HTMLFormElement>(FIRST);
  return (
    <FormProvider {...form}>
      <form
        ref={fields}
        noValidate
        onSubmit={onSubmit}
        // the buttons stay visible while the fields scroll
        style={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 }}
      >
        <DialogContent sx={{ pt: 0 }}>
          <Stack spacing={2.5} sx={{ pt: 1 }}>
            {keepAs !== undefined && (
              <KeptEntries name={`${title} ${keepAs}`} dialog={title} labels={labels} />
            )}
            {notice}
            {children}
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={cancel}>Cancel</Button>
          <SubmitButton busy={busy} busyLabel={busyLabel} disabled={!canSubmit}>
            {submitLabel}
          </SubmitButton>
        </DialogActions>
        <FormProblems />
      </form>
    </FormProvider>
  );
}

export type FormDialogProps<Input extends FieldValues, Output> = Omit<DialogFrameProps, 'children'> &
  FormBodyProps<Input, Output>;

/** A dialog with a form. */
export function FormDialog<Input extends FieldValues, Output>({
  title,
  width,
  onClose,
  ...body
}: FormDialogProps<Input, Output>) {
  return (
    <DialogFrame title={title} width={width} onClose={onClose}>
      <FormBody {...body} />
    </DialogFrame>
  );
}
