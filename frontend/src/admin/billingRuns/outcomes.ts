import type { BillingPreview } from '@portal/contract';
import type { Tone } from '../../shared/ui/StatusBadge.tsx';

export type PreviewAccount = BillingPreview['accounts'][number];
export type Outcome = PreviewAccount['outcome'];

/** What becomes of an account in a run. */
export const OUTCOMES: Readonly<Record<Outcome, { readonly label: string; readonly tone: Tone }>> = {
  priced: { label: 'To be issued', tone: 'warning' },
  issued: { label: 'Issued', tone: 'success' },
  skipped: { label: 'Skipped', tone: 'neutral' },
  parked: { label: 'Parked', tone: 'error' },
};

/** The accounts whose name or one of whose sites has all words of `text` in it, of one outcome or of any. */
export function accountsFound(
  accounts: readonly PreviewAccount[],
  text: string,
  outcome: Outcome | null,
): readonly PreviewAccount[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return accounts.filter((account) => {
    if (outcome !== null && account.outcome !== outcome) return false;
    const all = [account.company_name ?? '', ...account.lines.map(({ name }) => name)]
      .join('\n')
      .toLowerCase();
    return words.every((word) => all.includes(word));
  });
}

const SKIPPED: Readonly<Record<string, string>> = {
  no_active_sites: 'No active site at that moment',
  not_open: 'The company did not exist yet',
  canceled: 'Its invoice was canceled and waits to be reissued',
};

/** Why an account gets no invoice, in words. */
export const skippedText = (why: string): string => SKIPPED[why] ?? why;
