import { Alert } from '@mui/material';
import { PRICE_NOTICE_DAYS } from '@portal/domain/values';
import { useFormContext, useWatch } from 'react-hook-form';
import { CheckField } from '../../shared/form/Field.tsx';

/** A long effect below would hide it. */
const scrollIntoSight = (notice: HTMLElement | null) => notice?.scrollIntoView?.({ block: 'nearest' });

const NAME = 'confirm_short_notice';

/** Confirms an increase with short notice; shown once the effect or the server tells that it is one. */
export function ShortNoticeField({ needed = false }: { readonly needed?: boolean }) {
  const { getFieldState, formState } = useFormContext();
  const confirmed = useWatch({ name: NAME });
  const refused = getFieldState(NAME, formState).error !== undefined;
  if (!needed && !refused && confirmed !== true) return null;
  return (
    <Alert severity="warning" ref={scrollIntoSight}>
      The dealer agreement promises {PRICE_NOTICE_DAYS} days’ notice of an increase.
      <CheckField name={NAME} label="Raise the price with less notice. The dealer is notified by email." />
      Give the reason below.
    </Alert>
  );
}

/** A rate as its input holds it: dollars with two decimals, blank for none. */
export const rateInput = (dollars: number | null) => (dollars === null ? '' : dollars.toFixed(2));
