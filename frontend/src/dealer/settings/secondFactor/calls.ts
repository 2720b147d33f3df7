import { paths, type RecoveryCodes, type SecondFactorEnrolment } from '@portal/contract';
import type { QueryClient } from '@tanstack/react-query';
import { request } from '../../../shared/http/http.ts';
import { useCommand } from '../../../shared/http/useCommand.ts';
import { userKey } from '../../../shared/session/session.ts';

export interface Proof {
  readonly currentPassword: string;
  readonly code: string;
}

const failed = { title: 'Two-step verification failed' };

/** Reads the second factor and the user again. */
const readAgain = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: [paths.secondFactor.own] }),
    client.invalidateQueries({ queryKey: userKey }),
  ]);

/** Begins a set-up, which a code must confirm. */
export const useBegin = (onDone: (enrolment: SecondFactorEnrolment) => void) =>
  useCommand({
    send: async (body: { readonly currentPassword: string }) =>
      (await request('POST', paths.secondFactor.setup, body)) as SecondFactorEnrolment,
    failed,
    onDone,
  });

/** A call that returns new recovery codes: confirming a set-up, or renewing them. */
export const useCodes = <Body = Proof | { readonly code: string }>(
  path: string,
  onCodes: (codes: readonly string[]) => void,
  done: { readonly title: string; readonly description: string },
) =>
  useCommand({
    send: async (body: Body) => {
      const { recovery_codes: codes } = (await request('POST', path, body)) as RecoveryCodes;
      // before anything else: the server returns them once
      onCodes(codes);
    },
    refresh: readAgain,
    done,
    failed,
  });

export const useSwitchOff = (onDone: () => void) =>
  useCommand({
    send: (proof: Proof) => request('DELETE', paths.secondFactor.own, proof),
    refresh: readAgain,
    done: { title: 'Two-step verification off', description: 'Signing in only requires your password.' },
    failed,
    onDone,
  });
