import { Box, Button, DialogContentText, Stack, Typography } from '@mui/material';
import { type Colleague, type Invitation, paths, teamSchema } from '@portal/contract';
import { DEALER_ROLES } from '@portal/domain/values';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../shared/http/http.ts';
import { readQuery } from '../../shared/http/queryClient.ts';
import { useCommand } from '../../shared/http/useCommand.ts';
import { Page } from '../../shared/layout/Page.tsx';
import { useUser } from '../../shared/session/session.ts';
import { counted, momentText } from '../../shared/text.ts';
import { ConfirmDialog } from '../../shared/ui/ConfirmDialog.tsx';
import { EmptyState, Loaded } from '../../shared/ui/LoadProblem.tsx';
import { Muted } from '../../shared/ui/Muted.tsx';
import { Section } from '../../shared/ui/Section.tsx';
import { StatusBadge } from '../../shared/ui/StatusBadge.tsx';
import { rowStyle } from '../sites/parts.tsx';
import { InviteDialog, RoleDialog, readTeamAgain, SignInsDialog } from './dialogs.tsx';

type Open =
  | { readonly kind: 'invite' }
  | { readonly kind: 'role' | 'signIns' | 'remove'; readonly person: Colleague }
  | { readonly kind: 'withdraw'; readonly invitation: Invitation };

const LIST = { listStyle: 'none', m: 0, p: 0 } as const;

/** /team: the people of the company, their roles and sign-ins, and invitations. */
export default function TeamPage() {
  const team = useQuery(readQuery(paths.team, teamSchema));
  const { company } = useUser();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  return (
    <Page
      title="Team"
      lead={`Who works for ${company} in the portal, and what they may do.`}
      actions={
        <Button variant="contained" aria-haspopup="dialog" onClick={() => setOpen({ kind: 'invite' })}>
          Invite a colleague
        </Button>
      }
    >
      <Loaded query={team} problem="Error loading the team. Please try again.">
        {({ people, invitations }) => (
          <Stack spacing={3}>
            <Section title="People" flush>
              <Box component="ul" aria-label="People" sx={LIST}>
                {people.map((person) => (
                  <Person key={person.id} person={person} onOpen={setOpen} />
                ))}
              </Box>
            </Section>
            <Section title="Invitations" flush>
              {invitations.length === 0 ? (
                <EmptyState text="No invitation is open." />
              ) : (
                <Box component="ul" aria-label="Invitations" sx={LIST}>
                  {invitations.map((invitation) => (
                    <Invited
                      key={invitation.id}
                      invitation={invitation}
                      onWithdraw={() => setOpen({ kind: 'withdraw', invitation })}
                    />
                  ))}
                </Box>
              )}
            </Section>
          </Stack>
        )}
      </Loaded>
      {open?.kind === 'invite' && <InviteDialog onClose={close} />}
      {open?.kind === 'role' && <RoleDialog person={open.person} onClose={close} />}
      {open?.kind === 'signIns' && <SignInsDialog person={open.person} onClose={close} />}
      {open?.kind === 'remove' && <RemoveDialog person={open.person} onClose={close} />}
      {open?.kind === 'withdraw' && <WithdrawDialog invitation={open.invitation} onClose={close} />}
    </Page>
  );
}

const columns = { xs: 'minmax(0, 1fr)', md: 'minmax(0, 2fr) minmax(0, 1.6fr) 290px' };

function NameAndMail({ name, below }: { readonly name: string; readonly below: string }) {
  return (
    <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
      <Typography sx={{ fontWeight: 600 }}>{name}</Typography>
      <Muted>{below}</Muted>
    </Box>
  );
}

interface PersonProps {
  readonly person: Colleague;
  readonly onOpen: (open: Open) => void;
}

function Person({ person, onOpen }: PersonProps) {
  const { id, username, email, role, is_approved: isApproved, sign_ins: signIns, sessions } = person;
  const isMe = useUser().id === id;
  const name = person.name || username;
  const [last] = signIns;
  return (
    <Box component="li" sx={{ ...rowStyle, gridTemplateColumns: columns }}>
      <NameAndMail name={isMe ? `${name} (you)` : name} below={`${username} · ${email}`} />
      <Box>
        <StatusBadge tone={role === 'owner' ? 'info' : 'neutral'}>{DEALER_ROLES[role]}</StatusBadge>
        {!isApproved && <StatusBadge tone="warning">Waiting for approval</StatusBadge>}
        <Muted sx={{ mt: 0.5 }}>
          {last === undefined ? 'No recent sign-in' : `Last sign-in ${momentText(last.at)}`}
          {sessions.length > 0 && `, ${counted(sessions.length, 'open session')}`}
        </Muted>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: { md: 'flex-end' } }}>
        <Button
          size="small"
          variant="outlined"
          aria-haspopup="dialog"
          aria-label={`Change the role of ${name}`}
          onClick={() => onOpen({ kind: 'role', person })}
        >
          Change role
        </Button>
        <Button
          size="small"
          aria-haspopup="dialog"
          aria-label={`Sign-ins of ${name}`}
          onClick={() => onOpen({ kind: 'signIns', person })}
        >
          Sign-ins
        </Button>
        {!isMe && (
          <Button
            size="small"
            color="error"
            aria-haspopup="dialog"
            aria-label={`Remove ${name}`}
            onClick={() => onOpen({ kind: 'remove', person })}
          >
            Remove
          </Button>
        )}
      </Box>
    </Box>
  );
}

interface InvitedProps {
  readonly invitation: Invitation;
  readonly onWithdraw: () => void;
}

function Invited({ invitation, onWithdraw }: InvitedProps) {
  const { id, name, email, role, expires_at: expires, is_expired: isExpired } = invitation;
  const again = useCommand({
    send: () => request('POST', paths.sendInvitation(id)),
    refresh: readTeamAgain,
    done: { title: 'Invitation sent', description: `${email} gets a new link. The earlier one ends.` },
    failed: { title: 'Invitation not sent' },
  });
  return (
    <Box component="li" sx={{ ...rowStyle, gridTemplateColumns: columns }}>
      <NameAndMail name={name} below={email} />
      <Box>
        <StatusBadge tone="neutral">{DEALER_ROLES[role]}</StatusBadge>{' '}
        {isExpired && <StatusBadge tone="warning">Expired</StatusBadge>}
        <Muted sx={{ mt: 0.5 }}>
          {isExpired ? 'Ended' : 'Open until'} {momentText(expires)}
        </Muted>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: { md: 'flex-end' } }}>
        <Button
          size="small"
          variant="outlined"
          aria-label={`Send the invitation of ${name} again`}
          aria-disabled={again.isPending}
          onClick={() => !again.isPending && again.mutate()}
        >
          {again.isPending ? 'Sending...' : 'Send again'}
        </Button>
        <Button
          size="small"
          color="error"
          aria-haspopup="dialog"
          aria-label={`Withdraw the invitation of ${name}`}
          onClick={onWithdraw}
        >
          Withdraw
        </Button>
      </Box>
    </Box>
  );
}

interface RemoveDialogProps {
  readonly person: Colleague;
  readonly onClose: () => void;
}

function RemoveDialog({ person, onClose }: RemoveDialogProps) {
  const name = person.name || person.username;
  const remove = useCommand({
    send: () => request('DELETE', paths.colleague(person.id)),
    refresh: readTeamAgain,
    refreshRefused: true,
    done: { title: 'Colleague removed', description: `${name} can no longer sign in.` },
    failed: { title: 'Colleague not removed' },
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={`Remove ${name}?`}
      action="Remove"
      pendingAction="Removing..."
      destructive
      pending={remove.isPending}
      onConfirm={remove.mutate}
      onClose={onClose}
    >
      <DialogContentText>
        {name} is signed out and can no longer sign in. Sites go to an owner of the company. What {name} did
        stays in the history.
      </DialogContentText>
    </ConfirmDialog>
  );
}

interface WithdrawDialogProps {
  readonly invitation: Invitation;
  readonly onClose: () => void;
}

function WithdrawDialog({ invitation: { id, name }, onClose }: WithdrawDialogProps) {
  const withdraw = useCommand({
    send: () => request('DELETE', paths.invitation(id)),
    refresh: readTeamAgain,
    refreshRefused: true,
    done: { title: 'Invitation withdrawn', description: 'Its link no longer works.' },
    failed: { title: 'Invitation not withdrawn' },
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={`Withdraw the invitation of ${name}?`}
      action="Withdraw"
      pendingAction="Withdrawing..."
      destructive
      pending={withdraw.isPending}
      onConfirm={withdraw.mutate}
      onClose={onClose}
    >
      <DialogContentText>The mailed link no longer works. You can invite {name} again.</DialogContentText>
    </ConfirmDialog>
  );
}
