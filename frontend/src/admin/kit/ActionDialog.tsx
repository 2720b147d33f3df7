import type { SvgIconComponent } from '@mui/icons-material';
import {
  Alert,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  LinearProgress,
  TextField,
  Typography,
} from '@mui/material';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useId, useState } from 'react';
import { type Identifier, type RaRecord, useNotify } from 'react-admin';
import { messageOf } from '../../shared/http/http.ts';
import { waitingOf } from '../../shared/http/useCommand.ts';
import { ConfirmDialog, DialogHeading } from '../../shared/ui/ConfirmDialog.tsx';
import { type Fact, Facts } from '../../shared/ui/Facts.tsx';
import { type PortalDataProvider, usePortal } from '../dataProvider/index.ts';
import { partlyDone, toEach } from '../dataProvider/many.ts';
import type { ErasureChoices } from '../dataProvider/people.ts';
import type { ActionName } from './access.ts';
import { Consequences } from './CommandDialog.tsx';
import { useSubject } from './DialogHost.tsx';
import { duringAction, leftPagesOf, refreshResources } from './live.ts';

/** What an action's dialog adds to the request. */
export interface ActionInput extends ErasureChoices {
  /** Kept in the record's history. */
  readonly reason?: string | undefined;
  /** Also erases a deleted user's personal data. */
  readonly erase?: true;
}

/** A choice in an action's dialog: what it adds to the request, and the button's label. */
interface ActionChoice {
  readonly adds: ActionInput;
  readonly label?: string;
}

export interface ActionChoiceProps<R extends RaRecord> {
  readonly record: R;
  /** Null while the choice is incomplete; the action can't be confirmed then. */
  readonly onChange: (choice: ActionChoice | null) => void;
}

export interface ActionEffectProps {
  readonly ids: readonly Identifier[];
  /** Called with true where the action would do nothing; it can't be confirmed then. */
  readonly onIdle: (isIdle: boolean) => void;
}

type Answer = Readonly<Record<string, unknown>>;

/** An action on a record: its button, its toasts, its request, and its dialog where it has a question. */
export type Action<R extends RaRecord = RaRecord> = ActionName & {
  readonly label: string;
  readonly icon: SvgIconComponent;
  readonly destructive?: boolean;
  /** The dialog's heading. Without one the button runs the action at once: for what is as easily undone. */
  readonly question?: (record: R) => string;
  /** Identify the record; shown above the consequences. */
  readonly facts?: (record: R) => readonly Fact[];
  /** Hint of the optional reason field; without it the dialog has none. */
  readonly why?: string;
  /** The server refuses without a reason: always, or for some records. */
  readonly whyNeeded?: boolean | ((record: R) => boolean);
  /** Below the consequences, for one record. */
  readonly choice?: ComponentType<ActionChoiceProps<R>>;
  /** A warning about this record. */
  readonly warning?: (record: R) => string | null;
  /** What the action would do with these records, as the server says; above the consequences. */
  readonly effect?: ComponentType<ActionEffectProps>;
  /** One line each. */
  readonly consequences?: readonly string[];
  /** Title of the toast after success (S2-8). */
  readonly done: string;
  /** Text of the toast, from the server's answer. */
  readonly doneText?: (answer: Answer) => string | undefined;
  /** The pages read again after this delay, for what follows from the action. */
  readonly refetchAfterMs?: number;
  /** The toast of a failure where the server gave no text (S2-8). */
  readonly failed: string;
  /** Sends the command. It states the result and no revision: another administrator's edit does not refuse it. */
  readonly run: (portal: PortalDataProvider, id: string, input: ActionInput) => Promise<unknown>;
  /** Takes it back, where that leaves everything as it was before. */
  readonly undo?: Pick<Action<R>, 'done' | 'failed' | 'run'>;
};

/** An action that can be applied to several records at once. */
export type BulkAction<R extends RaRecord = RaRecord> = Action<R> & {
  readonly question: (record: R) => string;
  /** The dialog's heading for several records. */
  readonly bulkQuestion: (count: number) => string;
};

interface Run {
  readonly ids: readonly Identifier[];
  readonly input?: ActionInput;
  /** The only record, which the toast names. */
  readonly record?: RaRecord | undefined;
}

/** What became of the records of an action. */
interface RunOutcome {
  readonly done: number;
  readonly refused: readonly { readonly id: Identifier; readonly cause: string }[];
}

/**
 * Runs an action on one or many records: pessimistic, one toast at the end, all lists refreshed. `run` never rejects;
 * `finished` is the number of records that it has come through. `leave` is called after success and before the pages read
 * again, to leave the page of a deleted record.
 */
export function useAction<R extends RaRecord>(action: Action<R>, leave?: () => void) {
  const queryClient = useQueryClient();
  const portal = usePortal();
  const notify = useNotify();
  const [finished, setFinished] = useState(0);
  const subjectOf = useSubject(action.resource);
  const takeBack = useMutation({
    mutationFn: async (record: RaRecord) => {
      const { undo } = action;
      if (undo === undefined) return;
      const { refused } = await duringAction(queryClient, () =>
        toEach([record.id], (id) => undo.run(portal, String(id), {})),
      );
      const [problem] = refused;
      if (problem === undefined) notify(undo.done, { type: 'success', subject: subjectOf(record) });
      else notify(messageOf(problem.error, undo.failed), { type: 'error' });
    },
  });
  const { isPending: busy, mutateAsync: run } = useMutation({
    mutationFn: async ({ ids, input = {}, record }: Run): Promise<RunOutcome> => {
      setFinished(0);
      // a refusal may follow from another administrator's change, so the pages are read again in any case
      const { answers, refused: problems } = await duringAction(queryClient, async () => {
        const outcome = await toEach(ids, (id) => action.run(portal, String(id), input), setFinished);
        const isDone =
          outcome.refused.length === 0 && outcome.answers.every((one) => waitingOf(one) === null);
        if (isDone && leave !== undefined) {
          leave();
          await leftPagesOf(queryClient, action.resource, ids);
        }
        return outcome;
      });
      const done = answers.length;
      if (done > 0 && action.refetchAfterMs !== undefined)
        setTimeout(() => void refreshResources(queryClient), action.refetchAfterMs);
      const [answer] = answers as readonly Answer[];
      const text = done > 1 ? `${done} records` : answer && action.doneText?.(answer);
      const refused = problems.map(({ id, error }) => ({ id, cause: messageOf(error, action.failed) }));
      const [{ cause } = { cause: '' }] = refused;
      const subject = record && subjectOf(record);
      const waits = answers.map(waitingOf).find((one) => one !== null);
      if (refused.length === 0 && waits !== undefined)
        notify(waits.title, { type: 'info', description: waits.description, subject: waits.subject });
      else if (refused.length === 0)
        notify(action.done, {
          type: 'success',
          description: text,
          // a deleted record has no page
          subject: subject && action.name === 'delete' ? { text: subject.text } : subject,
          undo: record && action.undo && (() => void takeBack.mutateAsync(record)),
        });
      else notify(ids.length === 1 ? cause : partlyDone(done, ids.length, cause), { type: 'error' });
      return { done, refused };
    },
  });
  return { busy, run, finished };
}

/** As many as the server takes (contract, actionReason). */
const LONGEST_REASON = 500;

interface ActionDialogProps {
  readonly action: Pick<Action, 'label' | 'destructive' | 'consequences' | 'why'>;
  /** The server refuses without a reason. */
  readonly whyNeeded?: boolean;
  readonly warning?: string | null | undefined;
  readonly question: string;
  readonly facts?: readonly Fact[] | undefined;
  /** What the action would do. */
  readonly effect?: ReactNode;
  /** How far it is, while it is carried out on several records. */
  readonly progress?: { readonly finished: number; readonly all: number } | undefined;
  /** What can be chosen beside it. */
  readonly choice?: ReactNode;
  /** On the button, the action's label by default; null while it can't be pressed. */
  readonly confirm?: string | null;
  readonly busy: boolean;
  readonly onCancel: () => void;
  readonly onConfirm: (input: ActionInput) => void;
}

/** Asks for confirmation of an action and shows its consequences. The reason has the focus where one is needed. */
export function ActionDialog(props: ActionDialogProps) {
  const { action, whyNeeded = false, warning = null, question, facts, busy, onCancel, onConfirm } = props;
  const { choice, confirm = action.label, effect, progress } = props;
  const [reason, setReason] = useState('');
  const text = useId();
  return (
    <ConfirmDialog
      title={question}
      action={confirm ?? action.label}
      destructive={action.destructive === true}
      fieldFirst={whyNeeded}
      canConfirm={confirm !== null}
      pending={busy}
      describedBy={text}
      onConfirm={() => onConfirm(reason.trim() === '' ? {} : { reason: reason.trim() })}
      onClose={onCancel}
    >
      {facts !== undefined && (
        <Box sx={{ mb: 2.5 }}>
          <Facts facts={facts} />
        </Box>
      )}
      {warning !== null && (
        <Alert severity="warning" sx={{ mb: 2.5 }}>
          {warning}
        </Alert>
      )}
      {effect}
      <Consequences id={text} lines={action.consequences ?? []} />
      {choice}
      {action.why !== undefined && (
        <TextField
          label={whyNeeded ? 'Reason' : 'Reason (optional)'}
          required={whyNeeded}
          helperText={action.why}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          multiline
          // a question that needs an answer begins with it
          autoFocus={whyNeeded}
          sx={{ mt: 2.5 }}
          slotProps={{ htmlInput: { maxLength: LONGEST_REASON } }}
        />
      )}
      {progress !== undefined && <Progress {...progress} />}
    </ConfirmDialog>
  );
}

/** How many of several records a command has come through. */
export const Progress = ({ finished, all }: NonNullable<ActionDialogProps['progress']>) => (
  <Box sx={{ mt: 2.5 }}>
    <LinearProgress aria-hidden variant="determinate" value={(100 * finished) / all} />
    <Typography role="status" variant="body2" sx={{ mt: 0.5 }}>
      {finished} of {all}
    </Typography>
  </Box>
);

interface RefusalsProps {
  /** Each with the record's name. */
  readonly refused: readonly { readonly name: string; readonly cause: string }[];
}

/** Records that an action leaves out, by the reason. */
export function Refusals({ refused }: RefusalsProps) {
  const causes = [...new Set(refused.map(({ cause }) => cause))];
  return (
    <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
      {causes.map((cause) => (
        <li key={cause}>
          <b>
            {refused
              .filter((one) => one.cause === cause)
              .map(({ name }) => name)
              .join(', ')}
          </b>
          : {cause}
        </li>
      ))}
    </Box>
  );
}

interface RefusedDialogProps extends RefusalsProps {
  readonly title: string;
  readonly onClose: () => void;
}

/** Names the records that an action on several left out, and why. */
export function RefusedDialog({ title, refused, onClose }: RefusedDialogProps) {
  const heading = useId();
  return (
    <Dialog open onClose={onClose} aria-labelledby={heading} maxWidth="xs" fullWidth>
      <DialogHeading id={heading} title={title} />
      <DialogContent>
        <Typography sx={{ mb: 1 }}>Not done:</Typography>
        <Refusals refused={refused} />
      </DialogContent>
      <DialogActions>
        <Button autoFocus variant="contained" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface ActionQuestionProps<R extends RaRecord> {
  readonly action: Action<R>;
  readonly question: string;
  readonly record: R;
  readonly leave?: (() => void) | undefined;
  readonly onClose: () => void;
}

/** Asks about an action on one record, and carries it out. */
export function ActionQuestion<R extends RaRecord>({
  action,
  question,
  record,
  leave,
  onClose,
}: ActionQuestionProps<R>) {
  const { busy, run } = useAction(action, leave);
  const { whyNeeded = false, choice: Choice, effect: Effect } = action;
  const [choice, setChoice] = useState<ActionChoice | null>({ adds: {} });
  const [isIdle, setIdle] = useState(false);
  return (
    <ActionDialog
      action={action}
      question={question}
      facts={action.facts?.(record)}
      effect={Effect !== undefined && <Effect ids={[record.id]} onIdle={setIdle} />}
      whyNeeded={typeof whyNeeded === 'function' ? whyNeeded(record) : whyNeeded}
      warning={action.warning?.(record)}
      choice={Choice !== undefined && <Choice record={record} onChange={setChoice} />}
      confirm={choice === null || isIdle ? null : (choice.label ?? action.label)}
      busy={busy}
      onCancel={onClose}
      onConfirm={(input) =>
        void run({ ids: [record.id], record, input: { ...input, ...choice?.adds } }).then(({ done }) => {
          // what was refused for want of a reason can be given one
          if (done > 0 || action.why === undefined) onClose();
        })
      }
    />
  );
}
