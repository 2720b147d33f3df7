import { Box, Button, Link as MuiLink } from '@mui/material';
import { visuallyHidden } from '@mui/utils';
import { firstStepsSchema, paths, type TickFirstStep } from '@portal/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useInvoices } from '../../parts/invoice/reads.ts';
import { request } from '../../shared/http/http.ts';
import { readAgain, readQuery } from '../../shared/http/queryClient.ts';
import { useCommand } from '../../shared/http/useCommand.ts';
import { useDealerMay, useUser } from '../../shared/session/session.ts';
import { Icon, SUCCESS } from '../../shared/theme/Icon.tsx';
import { Section } from '../../shared/ui/Section.tsx';
import { usePaymentMethod } from '../card/paymentMethod.ts';
import { useSites } from '../sites/queries.ts';

const CIRCLE = 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm0 18a8 8 0 1 1 0-16 8 8 0 0 1 0 16z';

type Ticked = readonly TickFirstStep['step'][];

/** What a new dealer has ticked off; null for others and once dismissed, undefined until it is known. */
export function useFirstSteps(): Ticked | null | undefined {
  const invoices = useInvoices();
  const isNew = invoices.data?.length === 0;
  const ticked = useQuery({ ...readQuery(paths.firstSteps, firstStepsSchema), enabled: isNew });
  if (invoices.isPending || (isNew && ticked.isPending)) return undefined;
  return isNew && ticked.data !== undefined && !ticked.data.includes('dismissed') ? ticked.data : null;
}

/** What a new dealer does first: until the first invoice, until all is done, or until it is dismissed. */
export function FirstSteps({ ticked }: { readonly ticked: Ticked }) {
  const user = useUser();
  const sites = useSites();
  const card = usePaymentMethod();
  const { mutate } = useCommand<TickFirstStep>({
    send: (body) => request('POST', paths.firstSteps, body),
    refresh: (client) => readAgain(client, paths.firstSteps),
    failed: { title: 'Error', fallback: 'This could not be saved. Please try again.' },
  });
  const tick = (step: TickFirstStep['step']) => () => mutate({ step });
  const orders = useDealerMay('ordering');
  const pays = useDealerMay('paying');
  const steps = [
    ...(pays ? [{ text: 'Add a payment card', to: '/update-payment-method', done: Boolean(card.data) }] : []),
    ...(orders
      ? [{ text: 'Order your first site', to: '/new-site', done: (sites.data ?? []).length > 0 }]
      : []),
    {
      text: 'Look up the panel settings',
      to: '/resources',
      done: ticked.includes('panels'),
      onClick: tick('panels'),
    },
    {
      text: 'Choose your notifications',
      to: '/settings?tab=notifications',
      done: ticked.includes('notifications'),
      onClick: tick('notifications'),
    },
    {
      text: 'Set up two-step verification',
      to: '/settings?tab=password#set-up',
      done: user.second_factor === 'on',
    },
  ];
  const left = steps.filter(({ done }) => !done).length;
  if (left === 0) return null;
  return (
    <Box sx={{ mb: 2 }}>
      <Section
        title="First steps"
        lead={`${steps.length - left} of ${steps.length} done`}
        actions={
          <Button size="small" onClick={tick('dismissed')}>
            Dismiss
          </Button>
        }
      >
        <Box
          component="ul"
          sx={{
            listStyle: 'none',
            m: 0,
            p: 0,
            display: 'grid',
            gap: 1.5,
            gridTemplateColumns: 'repeat(auto-fit, minmax(min(230px, 100%), 1fr))',
          }}
        >
          {steps.map(({ text, to, done, onClick }) => (
            <Box component="li" key={to} sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
              <Icon
                path={done ? SUCCESS : CIRCLE}
                fontSize="small"
                sx={{ color: done ? 'success.main' : 'text.secondary' }}
              />
              <span>
                <MuiLink
                  component={Link}
                  to={to}
                  {...(onClick && !done ? { onClick } : {})}
                  {...(done ? { color: 'text.secondary' } : {})}
                >
                  {text}
                </MuiLink>
                {done && <span style={visuallyHidden as React.CSSProperties}>, done</span>}
              </span>
            </Box>
          ))}
        </Box>
      </Section>
    </Box>
  );
}
