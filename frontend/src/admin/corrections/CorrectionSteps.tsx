import { Alert, Button, Skeleton } from '@mui/material';
import type { ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { messageOf } from '../../shared/http/http.ts';
import { CorrectionFields } from './CorrectionFields.tsx';
import { CorrectionTable } from './CorrectionTable.tsx';
import type { WithEntries } from './entries.ts';
import type { Corrections } from './useCorrections.ts';

export const SHOW_LABEL = 'Show before and after';

interface CorrectionStepsProps {
  readonly form: UseFormReturn<WithEntries, unknown, unknown>;
  readonly corrections: Corrections;
  readonly siteId?: string | null;
  /** Fields of the first step beside the corrections. */
  readonly children?: ReactNode;
}

/** First what is wrong, then what correcting it comes to, with a way back. */
export function CorrectionSteps({ form, corrections, siteId = null, children }: CorrectionStepsProps) {
  const { lines, error, shown, back } = corrections;
  if (shown !== null) {
    return (
      <>
        <CorrectionTable preview={shown.preview} />
        <Button size="small" onClick={back} sx={{ alignSelf: 'flex-start' }}>
          Change the corrections
        </Button>
      </>
    );
  }
  if (error !== null) {
    return <Alert severity="error">{messageOf(error, 'Failed to read what can be corrected.')}</Alert>;
  }
  if (lines === undefined) {
    return <Skeleton variant="rounded" height={120} role="status" aria-label="Loading" />;
  }
  return (
    <>
      <CorrectionFields form={form} lines={lines} siteId={siteId} />
      {children}
    </>
  );
}
