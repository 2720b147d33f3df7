import { Stack, Typography } from '@mui/material';
import { acceptInvitationFormSchema, invitationLinkSchema, paths } from '@portal/contract';
import { DEAD_INVITATION, DEALER_ROLES } from '@portal/domain/values';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { Field } from '../../shared/form/Field.tsx';
import { Form, SubmitButton, useZodForm } from '../../shared/form/Form.tsx';
import { NewPasswordFields } from '../../shared/form/PasswordField.tsx';
import { request } from '../../shared/http/http.ts';
import { useCommand } from '../../shared/http/useCommand.ts';
import { forgetOthersData, userKey } from '../../shared/session/session.ts';
import { Notice } from '../../shared/ui/Notice.tsx';
import { EntryCard, LinkSpinner, TextLink, useMailedLink } from '../EntryCard.tsx';

/** /invitation: joins a company with the token of a mailed invitation. */
export default function InvitationPage() {
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  return (
    <EntryCard title="Join your team" width="sm">
      <Joining key={token} token={token} />
    </EntryCard>
  );
}

function Joining({ token }: { readonly token: string }) {
  const link = useMailedLink(paths.invitationLink, token, invitationLinkSchema);
  if (link.isPending) return <LinkSpinner />;
  const { usable, company = '', name = '', role } = link.data ?? { usable: true };
  if (!usable) {
    return (
      <Stack spacing={2} sx={{ alignItems: 'center' }}>
        <Notice tone="error">{DEAD_INVITATION}</Notice>
        <TextLink to="/login">Log in</TextLink>
      </Stack>
    );
  }
  return (
    <Stack spacing={3}>
      {role !== undefined && (
        <Typography>
          {company} invites you to its team with the role {DEALER_ROLES[role]}. Choose how you sign in.
        </Typography>
      )}
      <JoinForm token={token} name={name} />
    </Stack>
  );
}

function JoinForm({ token, name }: { readonly token: string; readonly name: string }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useZodForm(acceptInvitationFormSchema, {
    name,
    username: '',
    password: '',
    confirmPassword: '',
  });
  const accept = useCommand<{ readonly name: string; readonly username: string; readonly password: string }>({
    send: (body) => request('POST', paths.acceptInvitation, { ...body, token }, { unauthorized: 'own' }),
    async refresh() {
      forgetOthersData(client);
      await client.invalidateQueries({ queryKey: userKey });
    },
    done: { title: 'Welcome to the team', description: 'You are signed in.' },
    failed: { title: 'You could not join' },
    onDone: () => void navigate('/dealer-dashboard', { replace: true }),
  });
  return (
    <Form
      form={form}
      label="Join"
      call={{
        isPending: accept.isPending,
        mutate: ({ confirmPassword: _, ...body }, options) => accept.mutate(body, options),
      }}
    >
      <Stack spacing={2.5}>
        <Field name="name" label="Full name" autoComplete="name" required />
        <Field
          name="username"
          label="Username"
          autoComplete="username"
          hint="At least 3 characters"
          required
        />
        <NewPasswordFields name="password" label="Password" />
        <SubmitButton size="large" busy={accept.isPending} busyLabel="Joining...">
          Join
        </SubmitButton>
      </Stack>
    </Form>
  );
}
