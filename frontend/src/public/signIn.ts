import {
  type LoginRequest,
  type PasskeyOptions,
  paths,
  type RegisterRequest,
  type SessionUser,
} from '@portal/contract';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { HttpError, messageOf, request, UserError } from '../shared/http/http.ts';
import { useCommand } from '../shared/http/useCommand.ts';
import { asSessionUser, forgetOthersData, userKey } from '../shared/session/session.ts';
import { toast } from '../shared/toast/toasts.ts';

/** The current user is read again this long after login (S1-8-session). */
const REREAD_MS = 100;

const signIn = async (path: string, body: LoginRequest | RegisterRequest) =>
  asSessionUser(await request('POST', path, body, { unauthorized: 'own' }));

function signedIn(client: QueryClient, user: SessionUser): void {
  forgetOthersData(client);
  client.setQueryData(userKey, user);
}

function loginProblem(error: unknown): string {
  if (error instanceof HttpError && error.status === 401) return 'Invalid username or password';
  return messageOf(error, 'Login failed');
}

/** Whether a login needs a code, or another one: all else was right. */
export function asksForCode(error: unknown): boolean {
  return error instanceof HttpError && error.errors.some(({ path }) => path === 'code');
}

/** POST /api/login with its toasts; a failure clears the user (S1-4, S1-8). The form asks for a code. */
export function useLogin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (credentials: LoginRequest) => signIn(paths.login, credentials),
    onSuccess(user) {
      signedIn(client, user);
      setTimeout(() => void client.invalidateQueries({ queryKey: userKey }), REREAD_MS);
      toast({ title: 'Login Successful', description: 'Welcome back!' });
    },
    onError(error) {
      client.setQueryData(userKey, null);
      if (asksForCode(error)) return;
      toast({ title: 'Login failed', description: loginProblem(error), variant: 'destructive' });
    },
  });
}

/** Signs in with a passkey that the browser has for the portal. */
async function signInByPasskey(): Promise<SessionUser> {
  const options = (await request(
    'POST',
    paths.passkeyLoginOptions,
    {},
    { unauthorized: 'own' },
  )) as PasskeyOptions;
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const response = await startAuthentication({ optionsJSON }).catch(() => {
    throw new UserError('The browser used no passkey. Please try again, or log in with your password.');
  });
  return asSessionUser(await request('POST', paths.passkeyLogin, { response }, { unauthorized: 'own' }));
}

/** Logs in with a passkey, with the toasts of a login. */
export function usePasskeyLogin() {
  const client = useQueryClient();
  return useCommand({
    send: signInByPasskey,
    onDone: (user) => signedIn(client, user),
    done: { title: 'Login Successful', description: 'Welcome back!' },
    failed: { title: 'Login failed' },
  });
}

/** POST /api/register with its toasts; success sets the user. */
export function useRegister() {
  const client = useQueryClient();
  return useCommand({
    send: (registration: RegisterRequest) => signIn(paths.register, registration),
    onDone: (user) => signedIn(client, user),
    done: { title: 'Registration Successful', description: 'Your account has been created.' },
    failed: { title: 'Registration failed' },
  });
}
