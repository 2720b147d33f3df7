import { Button, Dialog, DialogActions, DialogContent, Typography } from '@mui/material';
import { type Colleague, paths } from '@portal/contract';
import { type ReactNode, useId } from 'react';
import { request } from '../../shared/http/http.ts';
import { useCommand } from '../../shared/http/useCommand.ts';
import { useUser } from '../../shared/session/session.ts';
import { momentText } from '../../shared/text.ts';
import { DialogHeading } from '../../shared/ui/ConfirmDialog.tsx';
import { readTeamAgain } from './dialogs.tsx';

interface SignInsDialogProps {
  readonly person: Colleague;
  readonly onClose: () => void;
}

/** Open sessions and recent sign-ins of a colleague, whose sessions can be ended. */
export function SignInsDialog({ person, onClose }: SignInsDialogProps) {
  const { id, sessions, sign_ins: signIns } = person;
  const titleId = useId();
  const isMe = useUser().id === id;
  const name = person.name || person.username;
  const end = useCommand({
    send: () => request('DELETE', paths.colleagueSessions(id)),
    refresh: readTeamAgain,
    done: { title: 'Sessions ended', description: `${name} has to sign in again.` },
    failed: { title: 'Sessions not ended' },
    onDone: onClose,
  });
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogHeading id={titleId} title={`Sign-ins of ${name}`} />
      <DialogContent>
        <Listed title="Open sessions" none="None">
          {sessions.map(({ since, used_at: usedAt }) => (
            <li key={`${since} ${usedAt}`}>
              Since {momentText(since)}, last used {momentText(usedAt)}
            </li>
          ))}
        </Listed>
        <Listed title="Latest sign-ins" none="None in the last 90 days">
          {signIns.map(({ at, address }) => (
            <li key={`${at} ${address}`}>
              {momentText(at)} from {address}
            </li>
          ))}
        </Listed>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
        {!isMe && sessions.length > 0 && (
          <Button color="error" aria-disabled={end.isPending} onClick={() => !end.isPending && end.mutate()}>
            {end.isPending ? 'Ending...' : 'End all sessions'}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

interface ListedProps {
  readonly title: string;
  readonly none: string;
  readonly children: readonly ReactNode[];
}

function Listed({ title, none, children }: ListedProps) {
  return (
    <>
      <Typography variant="h3" sx={{ mt: 1.5, mb: 0.5 }}>
        {title}
      </Typography>
      {children.length === 0 ? (
        <Typography color="text.secondary">{none}</Typography>
      ) : (
        <ul style={{ margin: 0, paddingLeft: 20, overflowWrap: 'anywhere' }}>{children}</ul>
      )}
    </>
  );
}
