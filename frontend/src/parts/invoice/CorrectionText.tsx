import type { InvoiceDetail } from '@portal/contract';

/** What a correction changed and why, beside the name of what it changed; the name may read from right to left. */
export function CorrectionText({ name, text, reason }: InvoiceDetail['corrections'][number]) {
  return (
    <>
      <bdi>{name}</bdi>: {text}. {reason}
    </>
  );
}
