import { Box, Button, Stack, Typography } from '@mui/material';
import {
  type RecoveryCodes as NewCodes,
  paths,
  type SecondFactorEnrolment,
  type SecondFactorStatus,
  type SessionUser,
} from '@portal/contract';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { request } from '../../shared/http/http.ts';
import { useCommand } from '../../shared/http/useCommand.ts';
import { userKey } from '../../shared/session/session.ts';
import { LoadProblem } from '../../shared/ui/LoadProblem.tsx';
import { Notice } from '../../shared/ui/Notice.tsx';
import {
  Enrolment,
  PasswordStep,
  type Proof,
  ProofForm,
  RecoveryCodes,
  SECOND_FACTOR_FAILED,
} from './secondFactorSteps.tsx';

/** With fewer recovery codes the user is reminded to get new ones. */
const FEW_CODES = 3;

type Step =
  | { readonly name: 'rest' | 'password' | 'renew' | 'off' }
  | { readonly name: 'enrol'; readonly enrolment: SecondFactorEnrolment }
  /** New recovery codes, shown once. */
  | { readonly name: 'codes'; readonly codes: readonly string[] };

const REST: Step = { name: 'rest' };

/** `#set-up` in the address begins the set-up. */
const SET_UP = '#set-up';

const readAgain = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: [paths.secondFactor.own] }),
    client.invalidateQueries({ queryKey: userKey }),
  ]);

/** A call that returns new recovery codes: confirming a set-up, or renewing them. */
const useCodes = <Body = Proof | { readonly code: string }>(
  path: string,
  onCodes: (codes: readonly string[]) => void,
  done: { readonly title: string; readonly description: string },
) =>
  useCommand({
    send: async (body: Body) => {
      const { recovery_codes: codes } = (await request('POST', path, body)) as NewCodes;
      // before anything else: the server returns them once
      onCodes(codes);
    },
    refresh: readAgain,
    done,
    failed: SECOND_FACTOR_FAILED,
  });

/** Two-step verification: set up, new recovery codes, switch off. */
export function SecondFactor({ user }: { readonly user: SessionUser }) {
  const status = useQuery<SecondFactorStatus>({ queryKey: [paths.secondFactor.own] });
  const { hash } = useLocation();
  const [step, setStep] = useState<Step>(hash === SET_UP ? { name: 'password' } : REST);
  const heading = useRef<HTMLHeadingElement>(null);
  const rest = () => {
    setStep(REST);
    // the focused element is gone
    heading.current?.focus();
  };
  const showCodes = (codes: readonly string[]) => setStep({ name: 'codes', codes });
  // called here: the form is unmounted before the answer
  const confirm = useCodes(paths.secondFactor.confirm, showCodes, {
    title: 'Two-step verification on',
    description: 'Signing in now requires a code as well.',
  });
  const renew = useCodes(paths.secondFactor.recoveryCodes, showCodes, {
    title: 'New recovery codes',
    description: 'The earlier ones no longer work.',
  });
  const switchOff = useCommand({
    send: (proof: Proof) => request('DELETE', paths.secondFactor.own, proof),
    refresh: readAgain,
    done: { title: 'Two-step verification off', description: 'Signing in only requires your password.' },
    failed: SECOND_FACTOR_FAILED,
    onDone: rest,
  });

  if (status.isError) {
    return <LoadProblem text="Two-step verification could not be loaded." onRetry={status.refetch} />;
  }
  if (status.data === undefined) return null;
  const { state, recovery_codes_left: left } = status.data;

  // the address may still begin a set-up that is done, e.g. after a reload
  const shown = step.name === 'password' && state === 'on' ? REST : step;

  function content(): ReactNode {
    switch (shown.name) {
      case 'codes':
        return <RecoveryCodes codes={shown.codes} username={user.username} onDone={rest} />;
      case 'enrol':
        return <Enrolment enrolment={shown.enrolment} confirm={confirm} onCancel={rest} />;
      case 'password':
        return (
          <PasswordStep onEnrolment={(enrolment) => setStep({ name: 'enrol', enrolment })} onCancel={rest} />
        );
      case 'renew':
        return (
          <ProofForm
            label="New recovery codes"
            action="Get new codes"
            call={renew}
            onCancel={rest}
            explanation="You get ten new recovery codes. The earlier ones no longer work."
          />
        );
      case 'off':
        return (
          <ProofForm
            label="Switch two-step verification off"
            action="Switch off"
            call={switchOff}
            onCancel={rest}
            explanation="Signing in will only require your password."
          />
        );
      case 'rest':
        return state === 'on' ? (
          <>
            <Typography>
              <strong>It is on.</strong> {left === 1 ? '1 recovery code is' : `${left} recovery codes are`}{' '}
              left.
            </Typography>
            {left < FEW_CODES && (
              <Notice tone="warning">
                Please get new recovery codes before the last one is used: without them and your authenticator
                app, only an administrator can restore your access.
              </Notice>
            )}
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
              <Button variant="outlined" onClick={() => setStep({ name: 'renew' })}>
                New recovery codes
              </Button>
              <Button variant="outlined" color="error" onClick={() => setStep({ name: 'off' })}>
                Switch off
              </Button>
            </Box>
          </>
        ) : (
          <>
            {state === 'required' && (
              <Notice tone="warning">
                Administrators of this portal need two-step verification. Please set it up; until then the
                other pages stay closed.
              </Notice>
            )}
            <Button
              variant="outlined"
              sx={{ alignSelf: 'flex-start' }}
              onClick={() => setStep({ name: 'password' })}
            >
              Set up two-step verification
            </Button>
          </>
        );
    }
  }

  return (
    <Box component="section" aria-labelledby="second-factor">
      <Stack spacing={2} sx={{ maxWidth: 560 }}>
        <Typography
          component="h3"
          variant="h3"
          id="second-factor"
          ref={heading}
          tabIndex={-1}
          sx={{ outline: 'none' }}
        >
          Two-step verification
        </Typography>
        <Typography color="text.secondary">
          Signing in then requires your password and a code from an authenticator app on your phone, so that a
          stolen password is not enough.
        </Typography>
        {content()}
      </Stack>
    </Box>
  );
}
