import { DialogContentText } from '@mui/material';
import { type Colleague, colleagueSchema, inviteSchema, paths } from '@portal/contract';
import { DEALER_ROLES, type DealerRole } from '@portal/domain/values';
import type { QueryClient } from '@tanstack/react-query';
import { RoleField } from '../../parts/team/RoleField.tsx';
import { Field } from '../../shared/form/Field.tsx';
import { showServerErrors, useZodForm } from '../../shared/form/Form.tsx';
import { FormDialog } from '../../shared/form/FormDialog.tsx';
import { request } from '../../shared/http/http.ts';
import { readAgain } from '../../shared/http/queryClient.ts';
import { useCommand } from '../../shared/http/useCommand.ts';

export const readTeamAgain = (client: QueryClient) => readAgain(client, paths.team, paths.user);

interface InviteForm {
  readonly name: string;
  readonly email: string;
  readonly role: DealerRole;
}

export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const form = useZodForm(inviteSchema, { name: '', email: '', role: 'viewer' });
  const invite = useCommand<InviteForm>({
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
      onSubmit={form.handleSubmit((body) => {
        if (!invite.isPending) invite.mutate(body, { onError: (error) => showServerErrors(form, error) });
      })}
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
      onSubmit={form.handleSubmit((body) => {
        if (!change.isPending) change.mutate(body, { onError: (error) => showServerErrors(form, error) });
      })}
    >
      <DialogContentText>{name} has to sign in again after a change.</DialogContentText>
      <RoleField />
    </FormDialog>
  );
}
