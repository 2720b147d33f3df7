import { Alert, Box, Typography } from '@mui/material';
import type { Site } from '@portal/contract';
import { PRICE_NOTICE_DAYS } from '@portal/domain/values';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { CheckField } from '../../shared/form/CheckField.tsx';
import { showCount, showPlace } from '../format.ts';
import { RecordLink } from '../records/links.tsx';
import { SiteStatus } from '../records/states.tsx';
import { SiteVerbs } from './actions.tsx';

/** A site in a list of another record's page. */
export function SiteLine({ site }: { readonly site: Site }) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 0.5 }}>
      <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
        <RecordLink resource="sites" id={site.id}>
          {site.site_name}
        </RecordLink>
        <Typography variant="body2" color="text.secondary">
          {showPlace(site.site_city, site.site_state)} · {showCount(Number(site.number_of_readers))} readers
        </Typography>
      </Box>
      <SiteStatus status={site.status} />
      <Box sx={{ minWidth: 130, textAlign: { sm: 'right' } }}>
        <SiteVerbs site={site} />
      </Box>
    </Box>
  );
}

/** Above a long effect it would be out of sight. */
const show = (notice: HTMLElement | null) => notice?.scrollIntoView?.({ block: 'nearest' });

/**
 * Confirms an increase that dealers hear of too late. Shown once it is known to be one: from its effect, or because the
 * server asked for it.
 */
export function ShortNoticeField<
  Input extends FieldValues & { confirm_short_notice?: boolean | undefined },
  Output,
>({
  form,
  needed = false,
}: {
  readonly form: UseFormReturn<Input, unknown, Output>;
  readonly needed?: boolean;
}) {
  const name = 'confirm_short_notice' as FieldPath<Input>;
  const refused = form.getFieldState(name, form.formState).error !== undefined;
  if (!needed && !refused && form.watch(name) !== true) return null;
  return (
    <Alert severity="warning" ref={show}>
      The dealer agreement promises {PRICE_NOTICE_DAYS} days’ notice of an increase.
      <CheckField
        form={form}
        name={name}
        label="Raise the price with less notice. The dealer is told by e-mail."
      />
      Give the reason below.
    </Alert>
  );
}
