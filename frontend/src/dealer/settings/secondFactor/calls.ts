import { paths, type RecoveryCodes, type SecondFactorEnrolment } from '@portal/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf, request } from '../../../shared/http/http.ts';
import { userKey } from '../../../shared/session/session.ts';
import { toast } from '../../../shared/toast/toasts.ts';

interface Done {
  readonly title: string;
  readonly description: string;
}

export interface Proof {
  readonly currentPassword: string;
  readonly code: string;
}

function tellFailure(error: unknown): void {
  const description = messageOf(error, 'Please check your connection and try again.');
  toast({ title: 'Two-Step Verification Failed', description, variant: 'destructive' });
}

/** How the second factor stands, and who is signed in, are read again. */
function useReadAgain() {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: [paths.secondFactor.own] }),
      client.invalidateQueries({ queryKey: userKey }),
    ]);
}

/** Begins a set-up; nothing is on before a code of it was given. */
export function useBegin(onEnrolment: (enrolment: SecondFactorEnrolment) => void) {
  return useMutation({
    mutationFn: async (body: { readonly currentPassword: string }) =>
      (await request('POST', paths.secondFactor.setup, body)) as SecondFactorEnrolment,
    onSuccess: onEnrolment,
    onError: tellFailure,
  });
}

/** A call that answers new recovery codes: confirming a set-up, or renewing them. */
export function useCodes<Body = Proof | { readonly code: string }>(
  path: string,
  onCodes: (codes: readonly string[]) => void,
  done: Done,
) {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: async (body: Body) => (await request('POST', path, body)) as RecoveryCodes,
    async onSuccess({ recovery_codes: codes }) {
      // before anything else: they are told this once
      onCodes(codes);
      toast(done);
      await readAgain();
    },
    onError: tellFailure,
  });
}

/** Switches two-step verification off. */
export function useSwitchOff(onDone: () => void) {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: async (proof: Proof) => {
      await request('DELETE', paths.secondFactor.own, proof);
    },
    async onSuccess() {
      await readAgain();
      onDone();
      toast({ title: 'Two-Step Verification Off', description: 'Signing in takes your password alone.' });
    },
    onError: tellFailure,
  });
}

/** As much of a mutation as a form needs. */
export interface FormCall<Body> {
  readonly isPending: boolean;
  readonly mutate: (body: Body, options: { readonly onError: (error: unknown) => void }) => void;
}
