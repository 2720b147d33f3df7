import { Box, Button, Stack, Typography } from '@mui/material';
import { addPasskeySchema, type Passkey, type PasskeyOptions, paths } from '@portal/contract';
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Field } from '../../shared/form/Field.tsx';
import { Form, SubmitButton, useZodForm } from '../../shared/form/Form.tsx';
import { request, UserError } from '../../shared/http/http.ts';
import { useCommand } from '../../shared/http/useCommand.ts';
import { hasPasskeys } from '../../shared/session/session.ts';
import { momentText } from '../../shared/text.ts';
import { ConfirmDialog } from '../../shared/ui/ConfirmDialog.tsx';
import { LoadProblem } from '../../shared/ui/LoadProblem.tsx';
import { Muted } from '../../shared/ui/Muted.tsx';

const nameSchema = addPasskeySchema.pick({ name: true });

const readAgain = (client: QueryClient) => client.invalidateQueries({ queryKey: [paths.passkeys] });

/** The browser makes a passkey, and the server keeps its public key. */
async function addPasskey({ name }: { readonly name: string }): Promise<void> {
  const optionsJSON = (await request('POST', paths.passkeyOptions, {})) as PasskeyOptions;
  const { startRegistration } = await import('@simplewebauthn/browser');
  const response = await startRegistration({
    optionsJSON: optionsJSON as unknown as PublicKeyCredentialCreationOptionsJSON,
  }).catch((error: unknown) => {
    const isKnown = error instanceof Error && error.name === 'InvalidStateError';
    throw new UserError(
      isKnown
        ? 'This device has a passkey for you already.'
        : 'The browser made no passkey. Please try again.',
    );
  });
  await request('POST', paths.passkeys, { name, response });
}

/** One's passkeys: add, remove. */
export default function Passkeys() {
  const passkeys = useQuery<readonly Passkey[]>({ queryKey: [paths.passkeys] });
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Passkey | null>(null);
  const remove = useCommand({
    send: ({ id }: Passkey) => request('DELETE', paths.passkey(id), {}),
    refresh: readAgain,
    onDone: () => setRemoving(null),
    done: ({ name }) => ({ title: 'Passkey removed', description: name }),
    failed: { title: 'Failed to remove the passkey' },
  });
  if (passkeys.isError)
    return <LoadProblem text="Passkeys could not be loaded." onRetry={passkeys.refetch} />;
  return (
    <Box component="section" aria-labelledby="passkeys" sx={{ mt: 4 }}>
      <Stack spacing={2} sx={{ maxWidth: 560 }}>
        <Typography component="h3" variant="h3" id="passkeys">
          Passkeys
        </Typography>
        <Typography color="text.secondary">
          A passkey signs you in with your fingerprint, face or the PIN of your device, without password and
          code.
        </Typography>
        {passkeys.data !== undefined && passkeys.data.length > 0 && (
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {passkeys.data.map((passkey) => (
              <Box
                key={passkey.id}
                component="li"
                sx={{
                  ...{ display: 'flex', justifyContent: 'space-between', alignItems: 'center', gap: 2 },
                  ...{ py: 1, borderBottom: 1, borderColor: 'divider' },
                }}
              >
                <Box sx={{ minWidth: 0 }}>
                  <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{passkey.name}</Typography>
                  <Muted>
                    {passkey.last_used_at === null
                      ? `Added ${momentText(passkey.created_at)}`
                      : `Last used ${momentText(passkey.last_used_at)}`}
                  </Muted>
                </Box>
                <Button aria-label={`Remove ${passkey.name}`} onClick={() => setRemoving(passkey)}>
                  Remove
                </Button>
              </Box>
            ))}
          </Box>
        )}
        {!hasPasskeys() && (
          <Typography>
            Passkeys can’t be added here: this browser has none, or the portal’s address is a number and no
            name.
          </Typography>
        )}
        {hasPasskeys() && adding && <AddForm onClose={() => setAdding(false)} />}
        {hasPasskeys() && !adding && (
          <Button variant="outlined" sx={{ alignSelf: 'flex-start' }} onClick={() => setAdding(true)}>
            Add a passkey
          </Button>
        )}
      </Stack>
      {removing !== null && (
        <ConfirmDialog
          title={`Remove ${removing.name}?`}
          action="Remove"
          destructive
          pending={remove.isPending}
          onConfirm={() => remove.mutate(removing)}
          onClose={() => setRemoving(null)}
        >
          It no longer signs you in. Your password still does.
        </ConfirmDialog>
      )}
    </Box>
  );
}

function AddForm({ onClose }: { readonly onClose: () => void }) {
  const form = useZodForm(nameSchema, { name: 'This device' });
  const add = useCommand({
    send: addPasskey,
    refresh: readAgain,
    onDone: onClose,
    done: { title: 'Passkey added', description: 'You can sign in with it from now on.' },
    failed: { title: 'Failed to add a passkey' },
  });
  return (
    <Form form={form} label="Add a passkey" call={add}>
      <Stack spacing={2}>
        <Field name="name" label="Name" required hint="To tell your devices apart." />
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
          <SubmitButton busy={add.isPending} busyLabel="Please wait...">
            Add
          </SubmitButton>
          <Button onClick={onClose}>Cancel</Button>
        </Box>
      </Stack>
    </Form>
  );
}
