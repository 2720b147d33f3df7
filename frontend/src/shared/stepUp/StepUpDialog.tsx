import { Typography } from '@mui/material';
import { paths, secondFactorProofSchema, stepUpSchema } from '@portal/contract';
import { submitOf, useZodForm } from '../form/Form.tsx';
import { FormDialog } from '../form/FormDialog.tsx';
import { CodeField, OwnPasswordField, UsernameForManagers } from '../form/PasswordField.tsx';
import { request } from '../http/http.ts';
import { settleStepUp } from '../http/stepUp.ts';
import { useCommand } from '../http/useCommand.ts';
import { useUserOrNull } from '../session/session.ts';

/** Asks for what an open session alone must not do: the password, and a code where a second factor is on. */
export default function StepUpDialog() {
  const user = useUserOrNull();
  const needsCode = user?.second_factor === 'on';
  const form = useZodForm(needsCode ? secondFactorProofSchema : stepUpSchema, {
    currentPassword: '',
    ...(needsCode ? { code: '' } : {}),
  });
  const confirm = useCommand({
    send: (proof: object) => request('POST', paths.stepUp, proof),
    failed: { title: 'Not confirmed' },
    onDone: () => settleStepUp(true),
  });
  return (
    <FormDialog
      title="Confirm it is you"
      width="xs"
      form={form}
      busy={confirm.isPending}
      submitLabel="Confirm"
      busyLabel="Confirming..."
      onSubmit={(event) => {
        // the event would go on to the form that waits: React's events follow the components
        event.stopPropagation();
        void submitOf(form, confirm)(event);
      }}
      onClose={() => settleStepUp(false)}
    >
      <Typography>
        {needsCode ? 'This change needs your password and a code.' : 'This change needs your password again.'}{' '}
        You won't be asked again for ten minutes.
      </Typography>
      {user !== null && <UsernameForManagers username={user.username} />}
      <OwnPasswordField id="stepUpPassword" />
      {needsCode && <CodeField id="stepUpCode" />}
    </FormDialog>
  );
}
