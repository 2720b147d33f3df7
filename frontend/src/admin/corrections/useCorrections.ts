import { type CorrectionInput, type CorrectionPreview, paths } from '@portal/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf, request } from '../../shared/http/http.ts';
import { toast } from '../../shared/toast/toasts.ts';

/** Corrections that were looked at, with what they come to. */
interface ShownCorrections {
  readonly corrections: readonly CorrectionInput[];
  readonly preview: CorrectionPreview;
}

/**
 * What can be corrected on an invoice, and its two steps: what is named is shown before and after first.
 * @param wanted false while nothing is corrected
 */
export function useCorrections(invoiceId: string, wanted = true) {
  const path = paths.admin.previewCorrection(invoiceId);
  const ask = (corrections: readonly CorrectionInput[]) =>
    request('POST', path, { corrections }) as Promise<CorrectionPreview>;
  const [shown, setShown] = useState<ShownCorrections | null>(null);
  const { data, error } = useQuery({
    queryKey: [path],
    queryFn: () => ask([]),
    // what is shown is sent as it is, and then there is nothing left to correct
    enabled: wanted && shown === null,
    // the invoice may have been corrected since the dialog was last open
    gcTime: 0,
  });
  const [asking, setAsking] = useState(false);
  const show = async (corrections: readonly CorrectionInput[]): Promise<void> => {
    setAsking(true);
    try {
      setShown({ corrections, preview: await ask(corrections) });
    } catch (refusal) {
      const description = messageOf(refusal, 'Failed to show before and after.');
      toast({ title: 'Error', description, variant: 'destructive' });
    }
    setAsking(false);
  };
  return { lines: data?.lines, error, shown, asking, show, back: () => setShown(null) };
}

export type Corrections = ReturnType<typeof useCorrections>;
