import { Box, Card, Typography } from '@mui/material';
import type { BillingPreview } from '@portal/contract';
import { showCount, showDollars } from '../format.ts';
import { OUTCOMES, type Outcome } from './outcomes.ts';

/** How many accounts come to what, and the totals of real and demo money apart (decisions B24). */
export function PreviewFigures({ preview }: { readonly preview: BillingPreview }) {
  const { accounts } = preview;
  const sum = (isDemo: boolean) =>
    accounts.filter(({ is_demo }) => is_demo === isDemo).reduce((all, { total }) => all + total, 0);
  const count = (outcome: Outcome) => accounts.filter((account) => account.outcome === outcome).length;
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: 'repeat(6, minmax(0, 1fr))' },
      }}
    >
      <Figure label="Live companies" value={showDollars(sum(false))} />
      <Figure label="Demo companies" value={showDollars(sum(true))} />
      {(Object.keys(OUTCOMES) as Outcome[]).map((outcome) => (
        <Figure key={outcome} label={OUTCOMES[outcome].label} value={showCount(count(outcome))} />
      ))}
    </Box>
  );
}

function Figure({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <Card variant="outlined" sx={{ p: 2, display: 'flex', flexDirection: 'column' }}>
      <Typography component="dt" variant="body2" color="text.secondary">
        {label}
      </Typography>
      <Typography
        component="dd"
        sx={{ m: 0, mt: 'auto', fontSize: '1.35rem', fontWeight: 700, fontVariantNumeric: 'tabular-nums' }}
      >
        {value}
      </Typography>
    </Card>
  );
}
