import type { Correction } from '@portal/contract';
import type { CorrectionChange, NamedCorrection } from '@portal/domain';
import { formatDollars } from '@portal/domain/values';

/** What was corrected, in plain words, e.g. `Readers corrected from 12 to 10`. */
export function wordsOfCorrection(change: CorrectionChange): string {
  switch (change.kind) {
    case 'readers':
      return `Readers corrected from ${change.was} to ${change.readers}`;
    case 'rate':
      return `Rate corrected from ${formatDollars(change.was)} to ${formatDollars(change.rateCents)}`;
    case 'billed':
      return change.billed ? 'Site added' : 'Site taken off';
    case 'line':
      return `Line of ${formatDollars(change.amountCents)} added`;
  }
}

/** A correction of a request as the deciders take it. */
export function namedCorrection(correction: Correction): NamedCorrection {
  const { reason } = correction;
  switch (correction.kind) {
    case 'readers':
      return { kind: 'readers', siteId: correction.site_id, readers: correction.readers, reason };
    case 'rate':
      return { kind: 'rate', siteId: correction.site_id, rateCents: correction.rate, reason };
    case 'billed':
      return { kind: 'billed', siteId: correction.site_id, billed: correction.billed, reason };
    case 'line':
      return { kind: 'line', name: correction.text, amountCents: correction.amount, reason };
  }
}
