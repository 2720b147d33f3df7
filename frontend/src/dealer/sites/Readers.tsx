import { Box, Button, DialogContentText, Stack, Typography } from '@mui/material';
import { paths, readerChangeSchema, type Site, type SiteWithRate } from '@portal/contract';
import { centsFromDollars, formatDollars, timesCents } from '@portal/domain/values';
import type { z } from 'zod';
import { RATE_REASONS } from '../../parts/invoice/texts.ts';
import { Field } from '../../shared/form/Field.tsx';
import { submitOf, useZodForm } from '../../shared/form/Form.tsx';
import { FormDialog } from '../../shared/form/FormDialog.tsx';
import { request } from '../../shared/http/http.ts';
import { useDealerMay } from '../../shared/session/session.ts';
import { counted, dateText } from '../../shared/text.ts';
import { Muted } from '../../shared/ui/Muted.tsx';
import { Notice } from '../../shared/ui/Notice.tsx';
import { useSiteCommand } from './queries.ts';

interface ReadersProps {
  readonly site: SiteWithRate;
  readonly onRequest: () => void;
}

/** An own site's readers, their price and the requested change. */
export function Readers({ site, onRequest }: ReadersProps) {
  const { number_of_readers: readers, requested_readers: requested, requested_readers_note: note } = site;
  return (
    <Stack spacing={2}>
      <Box>
        <Typography sx={{ fontSize: '1.5rem', fontWeight: 650 }}>{counted(readers, 'reader')}</Typography>
        {site.rate && <Price site={site} rate={site.rate} />}
      </Box>
      {requested && (
        <Notice tone="warning">
          <Typography sx={{ fontWeight: 600 }}>You asked for {counted(requested, 'reader')}.</Typography>
          <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            {note ? `${note} \u00b7 ` : ''}An administrator will review it.
          </Typography>
        </Notice>
      )}
      {useDealerMay('ordering') && (
        <Box>
          <Button variant="outlined" aria-haspopup="dialog" onClick={onRequest}>
            {requested ? 'Change the request' : 'Request reader change'}
          </Button>
          <Muted sx={{ mt: 1 }}>Reader count can only be changed by an admin.</Muted>
        </Box>
      )}
    </Stack>
  );
}

/** When the readers are billed. */
const BILLED = {
  active: (day: string) => `on the next invoice, ${dateText(day)}`,
  pending: () => 'from the first billing date on which the site is active',
  inactive: () => 'not billed while the site is inactive',
} as const;

interface PriceProps {
  readonly site: SiteWithRate;
  readonly rate: NonNullable<SiteWithRate['rate']>;
}

function Price({ site, rate }: PriceProps) {
  const cents = centsFromDollars(rate.reader_rate);
  const monthly = formatDollars(timesCents(Number(site.number_of_readers), cents));
  return (
    <>
      <Typography>
        {formatDollars(cents)} per reader per month: {monthly} a month
      </Typography>
      <Muted>
        {RATE_REASONS[rate.source]}
        {rate.source === 'promotional' && site.promotional_end_date
          ? ` until ${dateText(site.promotional_end_date)}`
          : ''}
        , {BILLED[site.status](rate.judged_on)}
      </Muted>
    </>
  );
}

interface RequestReadersDialogProps {
  readonly site: Site;
  readonly onClose: () => void;
}

/** Asks an administrator, who alone may change it, for another reader count (S2-6). */
export function RequestReadersDialog({ site, onClose }: RequestReadersDialogProps) {
  const form = useZodForm(readerChangeSchema, {
    number_of_readers: site.requested_readers ?? site.number_of_readers,
    note: site.requested_readers_note ?? '',
  });
  const ask = useSiteCommand<z.output<typeof readerChangeSchema>>({
    send: ({ number_of_readers, note = '' }) =>
      request('POST', paths.readerChange(site.id), { number_of_readers: String(number_of_readers), note }),
    done: ({ number_of_readers }) => ({
      title: 'Request sent',
      description: `An administrator will review the change to ${counted(number_of_readers, 'reader')}.`,
    }),
    failed: { title: 'Request failed', fallback: 'The request was not sent. Please try again.' },
    onDone: onClose,
  });
  return (
    <FormDialog
      title="Request reader change"
      width="xs"
      onClose={onClose}
      form={form}
      keepAs={site.id}
      busy={ask.isPending}
      submitLabel="Send request"
      busyLabel="Sending..."
      onSubmit={submitOf(form, ask)}
    >
      <DialogContentText>
        {site.site_name} has {counted(site.number_of_readers, 'reader')}. You will get an answer by email.
      </DialogContentText>
      <Field name="number_of_readers" label="Number of readers" type="number" min={1} required />
      <Field name="note" label="Note" lines={3} hint="Reason, shown to the administrator." />
    </FormDialog>
  );
}
