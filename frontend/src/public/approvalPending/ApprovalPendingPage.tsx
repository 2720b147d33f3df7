import { Box, Button, Link, Typography } from '@mui/material';
import type { SessionUser } from '@portal/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { company, mailLink, phoneLink } from '../../shared/company.ts';
import { userKey, useSessionAgain } from '../../shared/session/session.ts';
import { toast, useToast } from '../../shared/toast/toasts.ts';
import { EntryCard } from '../EntryCard.tsx';

/** An approval is noticed within a second, the answer's time included. */
const CHECK_MS = 750;

/** Asks for the approval by itself. The guard then opens the dashboard, where a toast explains the change of page. */
function useApproval(): void {
  const client = useQueryClient();
  useSessionAgain(CHECK_MS);
  useEffect(
    () => () => {
      if (client.getQueryData<SessionUser | null>(userKey)?.is_approved)
        toast({ title: 'Account approved', description: 'Welcome! You can order your first site now.' });
    },
    [client],
  );
}

/** Shows 'Approval Required' once per visit, after an earlier toast (mostly 'Registration Successful') has closed. */
function useApprovalToast(): void {
  const shown = useRef(false);
  const waiting = useToast()?.open === true;
  useEffect(() => {
    if (shown.current || waiting) return;
    shown.current = true;
    toast({
      title: 'Approval Required',
      description: 'Your account needs the approval of an administrator before you can use the portal.',
    });
  }, [waiting]);
}

const NEXT_STEPS = [
  'An administrator reviews your registration.',
  'Once approved, you get an email with your dealer ID.',
  'While you are signed in, this page then opens the dealer dashboard.',
];

/** /dealer-approval-pending (S2-2). */
export default function ApprovalPendingPage() {
  useApprovalToast();
  useApproval();
  return (
    <EntryCard
      title="Account Pending Approval"
      subtitle="Thank you for registering. Your account is waiting for the approval of an administrator."
      width="sm"
    >
      <Typography variant="h2">Next steps</Typography>
      <Box component="ol" sx={{ pl: 3, mt: 1.5, mb: 3, display: 'grid', gap: 1 }}>
        {NEXT_STEPS.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </Box>
      <Button variant="contained" size="large" fullWidth onClick={() => location.reload()}>
        Check Approval Status
      </Button>
      <Typography color="text.secondary" sx={{ mt: 3, textAlign: 'center' }}>
        Questions? Contact support
        {company.email !== '' && (
          <>
            {' at '}
            <Link href={mailLink(company.email)}>{company.email}</Link>
          </>
        )}
        {company.phone !== '' && (
          <>
            {' or call '}
            <Link href={phoneLink(company.phone)} sx={{ whiteSpace: 'nowrap' }}>
              {company.phone}
            </Link>
          </>
        )}
        .
      </Typography>
    </EntryCard>
  );
}
