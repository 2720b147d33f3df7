import { Box, Chip, TablePagination, TextField, Typography } from '@mui/material';
import type { BillingPreview } from '@portal/contract';
import { centsFromDollars, dollarsFromCents, sumCents } from '@portal/domain/values';
import { useState } from 'react';
import { showCount, showDollars } from '../format.ts';
import { accountsFound, OUTCOMES, type Outcome } from './outcomes.ts';
import { PreviewAccountRow } from './PreviewAccountRow.tsx';

const PER_PAGE = 25;

/** The accounts of a preview, found by company or site and by what becomes of them, with the total of those found. */
export function PreviewAccounts({ preview }: { readonly preview: BillingPreview }) {
  const [text, setText] = useState('');
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [page, setPage] = useState(0);
  const found = accountsFound(preview.accounts, text, outcome);
  const shown = found.slice(page * PER_PAGE, (page + 1) * PER_PAGE);
  const total = dollarsFromCents(sumCents(found.map((account) => centsFromDollars(account.total))));
  return (
    <>
      <Box sx={{ p: 2, display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
        <TextField
          size="small"
          role="search"
          label="Search accounts"
          placeholder="Company or site"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setPage(0);
          }}
          sx={{ width: { xs: '100%', sm: 280 } }}
          slotProps={{ htmlInput: { autoComplete: 'off', maxLength: 200 } }}
        />
        {(Object.keys(OUTCOMES) as Outcome[]).map((one) => (
          <Chip
            key={one}
            label={OUTCOMES[one].label}
            variant={outcome === one ? 'filled' : 'outlined'}
            color={outcome === one ? 'primary' : 'default'}
            aria-pressed={outcome === one}
            onClick={() => {
              setOutcome(outcome === one ? null : one);
              setPage(0);
            }}
          />
        ))}
        <Typography role="status" sx={{ ml: { sm: 'auto' }, fontVariantNumeric: 'tabular-nums' }}>
          {showCount(found.length)} {found.length === 1 ? 'account' : 'accounts'}, {showDollars(total)}
        </Typography>
      </Box>
      {shown.length === 0 ? (
        <Typography sx={{ p: 4, textAlign: 'center' }}>No accounts found</Typography>
      ) : (
        <Box component="ul" aria-label="Accounts" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {shown.map((account) => (
            <PreviewAccountRow key={account.account_id} account={account} />
          ))}
        </Box>
      )}
      {found.length > PER_PAGE && (
        <TablePagination
          component="div"
          count={found.length}
          page={page}
          rowsPerPage={PER_PAGE}
          rowsPerPageOptions={[]}
          onPageChange={(_event, next) => setPage(next)}
        />
      )}
    </>
  );
}
