import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material';
import { type ReactNode, useEffect, useId, useRef } from 'react';

/** A dialog's title, in which the number of an invoice or credit note stays in one line. */
export function DialogHeading({ id, title }: { readonly id: string; readonly title: string }) {
  return (
    <DialogTitle id={id} component="h2">
      {title.split(/((?:INV|CN)-\d\S+)/).map((part, index) =>
        index % 2 === 0 ? (
          part
        ) : (
          <span key={part} style={{ whiteSpace: 'nowrap' }}>
            {part}
          </span>
        ),
      )}
    </DialogTitle>
  );
}

/**
 * Gives the focus to the first element that the selector finds inside, as soon as there is one: a dialog whose content
 * loads has the focus itself until then. Whoever moves the focus before keeps it. @returns the ref of what is around
 */
export function useFirstFocus<E extends HTMLElement>(selector: string) {
  const around = useRef<E>(null);
  const isDone = useRef(false);
  // after each render, which may have shown or enabled it
  useEffect(() => {
    const { current } = around;
    if (isDone.current || current === null) return;
    const hasFocus = () => current.matches(':has(:focus)');
    if (!hasFocus()) current.querySelector<HTMLElement>(selector)?.focus();
    isDone.current = hasFocus();
  });
  return around;
}

/** The main button of a dialog that is not red. */
const SAFE_MAIN = '.MuiDialogActions-root > .MuiButton-containedPrimary:enabled';

interface ConfirmDialogProps {
  readonly title: string;
  /** Labels of the confirming button, the second while pending; without one the button shows a spinner. */
  readonly action: string;
  readonly pendingAction?: string;
  /** Label of the other button. */
  readonly cancel?: string;
  /** The button has the error color, and Cancel the focus, which else is on the button. */
  readonly destructive?: boolean;
  /** A field of its content has the focus. */
  readonly fieldFirst?: boolean;
  /** False while something has to be chosen first. */
  readonly canConfirm?: boolean;
  readonly pending?: boolean;
  /** Whether closing stops what is pending; by default it waits for that. */
  readonly stops?: boolean;
  /** Id of the text that describes the dialog; all of it by default. */
  readonly describedBy?: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Asks for confirmation. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, action, pendingAction, cancel = 'Cancel', destructive = false } = props;
  const { fieldFirst = false, canConfirm = true, pending = false, stops = false } = props;
  const { onConfirm, onClose, children } = props;
  const id = useId();
  const { describedBy = `${id}-text` } = props;
  const paper = useFirstFocus<HTMLDivElement>(SAFE_MAIN);
  return (
    <Dialog
      open
      slotProps={{ paper: { ref: paper } }}
      onClose={() => (!pending || stops) && onClose()}
      aria-labelledby={id}
      aria-describedby={describedBy}
      maxWidth="xs"
      fullWidth
    >
      <DialogHeading id={id} title={title} />
      <DialogContent id={`${id}-text`}>{children}</DialogContent>
      <DialogActions>
        <Button autoFocus={destructive && !fieldFirst} disabled={pending && !stops} onClick={onClose}>
          {cancel}
        </Button>
        <Button
          variant="contained"
          autoFocus={!destructive && !fieldFirst}
          color={destructive ? 'error' : 'primary'}
          loading={pending && pendingAction === undefined}
          disabled={!canConfirm}
          aria-disabled={pending}
          onClick={() => !pending && onConfirm()}
        >
          {pending ? (pendingAction ?? action) : action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface DiscardDialogProps {
  readonly open: boolean;
  readonly onStay: () => void;
  readonly onDiscard: () => void;
}

/** Asks before entries are discarded. The safe answer has the focus. */
export function DiscardDialog({ open, onStay, onDiscard }: DiscardDialogProps) {
  if (!open) return null;
  return (
    <ConfirmDialog
      title="Discard your changes?"
      action="Discard"
      cancel="Keep editing"
      destructive
      onConfirm={onDiscard}
      onClose={onStay}
    >
      <DialogContentText>Your entries have not been saved.</DialogContentText>
    </ConfirmDialog>
  );
}
