import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { company } from '../../shared/company.ts';
import { toast, useToast } from '../../shared/toast/toasts.ts';
import { EntryCard } from '../EntryCard.tsx';

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
  'Once approved, you get an e-mail with your dealer ID.',
  'Then sign in again, or check here, and the dealer dashboard opens.',
];

/** /dealer-approval-pending (S2-2). */
export default function ApprovalPendingPage() {
  useApprovalToast();
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
            <Link href={`mailto:${company.email}`}>{company.email}</Link>
          </>
        )}
        {company.phone !== '' && ` or call ${company.phone}`}.
      </Typography>
    </EntryCard>
  );
}
