import { Button, Dialog, DialogActions, DialogContent, DialogContentText, Typography } from '@mui/material';
import { type Colleague, colleagueSchema, type Invitation, inviteSchema, paths } from '@portal/contract';
import { DEALER_ROLES } from '@portal/domain/values';
import type { QueryClient } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { RoleField } from '../../parts/team/RoleField.tsx';
import { Field } from '../../shared/form/Field.tsx';
import { submitOf, useZodForm } from '../../shared/form/Form.tsx';
import { FormDialog } from '../../shared/form/FormDialog.tsx';
import { request } from '../../shared/http/http.ts';
import { readAgain } from '../../shared/http/queryClient.ts';
import { useCommand } from '../../shared/http/useCommand.ts';
import { useUser } from '../../shared/session/session.ts';
import { momentText } from '../../shared/text.ts';
import { DialogHeading } from '../../shared/ui/ConfirmDialog.tsx';

export const readTeamAgain = (client: QueryClient) => readAgain(client, paths.team, paths.user);

export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const form = useZodForm(inviteSchema, { name: '', email: '', role: 'viewer' });
  const invite = useCommand<Pick<Invitation, 'name' | 'email' | 'role'>>({
    send: (body) => request('POST', paths.invitations, body),
    refresh: readTeamAgain,
    done: ({ email }) => ({
      title: 'Invitation sent',
      description: `${email} gets a link that works once, for seven days.`,
    }),
    failed: { title: 'Invitation not sent' },
    onDone: onClose,
  });
  return (
    <FormDialog
      title="Invite a colleague"
      onClose={onClose}
      form={form}
      keepAs="invitation"
      busy={invite.isPending}
      submitLabel="Send invitation"
      busyLabel="Sending..."
      onSubmit={submitOf(form, invite)}
    >
      <Field name="name" label="Name" autoComplete="off" required />
      <Field name="email" label="Email" type="email" autoComplete="off" required />
      <RoleField />
    </FormDialog>
  );
}

interface RoleDialogProps {
  readonly person: Colleague;
  readonly onClose: () => void;
}

export function RoleDialog({ person, onClose }: RoleDialogProps) {
  const { id, role } = person;
  const name = person.name || person.username;
  const form = useZodForm(colleagueSchema, { role });
  const change = useCommand<Pick<Colleague, 'role'>>({
    send: (body) => request('PATCH', paths.colleague(id), body),
    refresh: readTeamAgain,
    done: (body) => ({ title: 'Role changed', description: `${name} is now: ${DEALER_ROLES[body.role]}.` }),
    failed: { title: 'Role not changed' },
    onDone: onClose,
  });
  return (
    <FormDialog
      title={`Role of ${name}`}
      onClose={onClose}
      form={form}
      keepAs={`role ${id}`}
      busy={change.isPending}
      submitLabel="Change role"
      busyLabel="Changing..."
      onSubmit={submitOf(form, change)}
    >
      <DialogContentText>{name} has to sign in again after a change.</DialogContentText>
      <RoleField />
    </FormDialog>
  );
}

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
