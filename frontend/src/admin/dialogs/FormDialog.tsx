import { Dialog, DialogTitle, useMediaQuery } from '@mui/material';
import type { Theme } from '@mui/material/styles';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { DiscardDialog } from './DiscardDialog.tsx';
import { useLeaveGuard } from './useLeaveGuard.ts';

/** What the form inside tells its dialog. */
export interface FormFrame {
  /** Closes without a question: what was entered is saved, or given up. */
  close(): void;
  /** Closes, after a question where something was entered. */
  cancel(): void;
  setUnsaved(unsaved: boolean): void;
}

interface FormDialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: (frame: FormFrame) => ReactNode;
}

/** A dialog around a form: the whole screen on a phone; never left with unsaved text without a question. */
export function FormDialog({ title, onClose, children }: FormDialogProps) {
  const [unsaved, setUnsavedState] = useState(false);
  // known before the form has drawn what was typed: Escape may follow a key stroke at once
  const entered = useRef(false);
  const setUnsaved = useCallback((now: boolean) => {
    entered.current = now;
    setUnsavedState(now);
  }, []);
  const [asking, setAsking] = useState(false);
  const guard = useLeaveGuard(unsaved);
  const narrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
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
        aria-labelledby="form-title"
        maxWidth="sm"
        fullWidth
        fullScreen={narrow}
      >
        <DialogTitle id="form-title" component="h2">
          {title}
        </DialogTitle>
        {children({ close: onClose, cancel, setUnsaved })}
      </Dialog>
      <DiscardDialog open={asking || guard.leaving} onStay={stay} onDiscard={discard} />
    </>
  );
}
