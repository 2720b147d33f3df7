import type { DisputeOutcome } from '@portal/domain';
import { formatDollars } from '@portal/domain/values';
import type { Letter } from '../../platform/mail/letter.ts';

/** The letters about a questioned charge. They concern money that somebody waits for, so no flag holds them back. */

export interface DisputeFacts {
  readonly invoiceNumber: string;
  readonly lineName: string;
  readonly amountCents: number;
  /** Where it is answered or read. */
  readonly url: string;
}

const facts = ({ invoiceNumber, lineName, amountCents }: DisputeFacts): Letter['blocks'][number] => ({
  kind: 'facts',
  facts: [
    ['Invoice', invoiceNumber],
    ['Charge', `${lineName}, ${formatDollars(amountCents)}`],
  ],
});

/** To administrators: a dealer asks about a charge. */
export function chargeQuestioned(
  dispute: DisputeFacts & { readonly company: string; readonly question: string },
): Letter {
  return {
    subject: `A charge on ${dispute.invoiceNumber} was questioned`,
    preheader: `${dispute.company} asks about ${dispute.lineName}.`,
    title: 'A charge was questioned',
    blocks: [
      { kind: 'paragraph', text: `${dispute.company} writes: ${dispute.question}` },
      facts(dispute),
      { kind: 'button', label: 'Open the question with its replay', href: dispute.url },
    ],
  };
}

/** To the side that did not write. */
export function questionAnswered(dispute: DisputeFacts & { readonly text: string }): Letter {
  return {
    subject: `An answer about ${dispute.invoiceNumber}`,
    preheader: `About ${dispute.lineName}.`,
    title: 'There is an answer about a questioned charge',
    blocks: [
      { kind: 'paragraph', text: dispute.text },
      facts(dispute),
      { kind: 'button', label: 'Read and answer', href: dispute.url },
    ],
  };
}

const OUTCOME: Readonly<Record<Exclude<DisputeOutcome, 'withdrawn'>, (cents: number) => string>> = {
  explained: () => 'The charge stays as it is.',
  reissued: () => 'The invoice was canceled and issued anew under another number.',
  refunded: (cents) => `${formatDollars(cents)} are refunded.`,
  credited: (cents) => `${formatDollars(cents)} are credited to your next invoices.`,
};

/** To the company's users: how it ended. */
export function questionSettled(
  dispute: DisputeFacts & {
    readonly outcome: Exclude<DisputeOutcome, 'withdrawn'>;
    readonly explanation: string;
    readonly settledCents: number;
  },
): Letter {
  const { invoiceNumber, outcome, explanation, settledCents } = dispute;
  return {
    subject: `Your question about ${invoiceNumber} is settled`,
    preheader: OUTCOME[outcome](settledCents),
    title: 'Your question is settled',
    blocks: [
      { kind: 'paragraph', text: OUTCOME[outcome](settledCents) },
      { kind: 'paragraph', text: explanation },
      facts(dispute),
      { kind: 'button', label: 'Open the invoice', href: dispute.url },
    ],
  };
}

/** To administrators: the dealer took the question back. */
export function questionWithdrawn(dispute: DisputeFacts & { readonly company: string }): Letter {
  return {
    subject: `The question about ${dispute.invoiceNumber} was taken back`,
    preheader: `${dispute.company} needs no answer any more.`,
    title: 'A question was taken back',
    blocks: [facts(dispute), { kind: 'button', label: 'Open the question', href: dispute.url }],
  };
}
