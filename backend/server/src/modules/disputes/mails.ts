import { type DisputeOutcome, invoiceDecider, invoiceStream, partsOfDisputeId, reveal } from '@portal/domain';
import { formatDollars } from '@portal/domain/values';
import type { EnvelopeOf } from '../../kernel/execute.ts';
import { type Block, button, factTable, type Letter } from '../../platform/mail/letter.ts';
import { type NotificationPorts, notification, replies } from '../../platform/notifications/notification.ts';
import { companyNameOf } from '../companies/module.ts';

const OUTCOME: Readonly<Record<Exclude<DisputeOutcome, 'withdrawn'>, (cents: number) => string>> = {
  explained: () => 'The charge stays as it is.',
  reissued: () => 'The invoice was canceled and reissued under another number.',
  refunded: (cents) => `${formatDollars(cents)} is refunded.`,
  credited: (cents) =>
    `${formatDollars(cents)} is credited to your account: it pays your open invoices, then your next ones.`,
};

type DisputeEvent = 'DisputeOpened' | 'DisputeReplied' | 'DisputeClosed';

/** Mails each step of a dispute to the other side, administrators or the company's users, regardless of flags. */
export const mailBothSidesOnDispute = notification({
  name: 'mailBothSidesOnDispute',
  types: ['DisputeOpened', 'DisputeReplied', 'DisputeClosed'],
  async write(envelope, ports) {
    const { event } = envelope;
    const about = await factsOf(envelope, ports);
    switch (event.type) {
      case 'DisputeOpened': {
        const question = reveal(event.data.question);
        const letter = chargeQuestioned({ ...about.forAdmin, company: about.company, question });
        return replies('chargeQuestioned', await ports.administrators(), null, letter);
      }
      case 'DisputeReplied': {
        const { by, accountId, text } = event.data;
        const [readers, facts, title] =
          by === 'dealer'
            ? [await ports.administrators(), about.forAdmin, `${about.company} replied about a charge`]
            : [
                await ports.usersOfAccount(accountId),
                about.forDealer,
                'Your question about a charge was answered',
              ];
        const letter = questionAnswered({ ...facts, title, text: reveal(text) });
        return replies('questionAnswered', readers, null, letter);
      }
      case 'DisputeClosed': {
        const { outcome, accountId, explanation, amountCents } = event.data;
        if (outcome === 'withdrawn') {
          const letter = questionWithdrawn({ ...about.forAdmin, company: about.company });
          return replies('questionWithdrawn', await ports.administrators(), null, letter);
        }
        const letter = questionSettled({
          ...about.forDealer,
          outcome,
          explanation: reveal(explanation),
          settledCents: amountCents,
        });
        return replies('questionSettled', await ports.usersOfAccount(accountId), null, letter);
      }
    }
  },
});

interface DisputeFacts {
  readonly invoiceNumber: string;
  readonly lineName: string;
  readonly amountCents: number;
  readonly url: string;
}

const facts = ({ invoiceNumber, lineName, amountCents }: DisputeFacts): Block =>
  factTable(['Invoice', invoiceNumber], ['Charge', `${lineName}, ${formatDollars(amountCents)}`]);

/** To administrators. */
function chargeQuestioned(
  dispute: DisputeFacts & { readonly company: string; readonly question: string },
): Letter {
  return {
    subject: `A charge on ${dispute.invoiceNumber} was questioned`,
    preheader: `${dispute.company} asks about ${dispute.lineName}.`,
    title: 'A charge was questioned',
    blocks: [
      `${dispute.company} writes: ${dispute.question}`,
      facts(dispute),
      button('Open the question with its replay', dispute.url),
    ],
  };
}

/** To the side that did not write. */
function questionAnswered(dispute: DisputeFacts & { readonly title: string; readonly text: string }): Letter {
  return {
    subject: `An answer about ${dispute.invoiceNumber}`,
    preheader: `About ${dispute.lineName}.`,
    title: dispute.title,
    blocks: [dispute.text, facts(dispute), button('Read and answer', dispute.url)],
  };
}

/** To the company's users. */
function questionSettled(
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
      OUTCOME[outcome](settledCents),
      explanation,
      facts(dispute),
      button('Open the invoice', dispute.url),
    ],
  };
}

/** To administrators. */
function questionWithdrawn(dispute: DisputeFacts & { readonly company: string }): Letter {
  return {
    subject: `The question about ${dispute.invoiceNumber} was withdrawn`,
    preheader: `${dispute.company} withdrew the question.`,
    title: 'A question was withdrawn',
    blocks: [facts(dispute), button('Open the question', dispute.url)],
  };
}

/** The disputed charge, read from the invoice whatever its state. */
async function factsOf({ event }: EnvelopeOf<DisputeEvent>, ports: NotificationPorts) {
  const { disputeId, accountId, invoiceId } = event.data;
  const invoice = await ports.load(invoiceStream(invoiceId), invoiceDecider);
  const line = partsOfDisputeId(disputeId)?.line ?? 0;
  if (invoice.status === 'none') throw new Error(`Invoice ${invoiceId} is not in the log`);
  const charge = invoice.lines[line];
  const facts: Omit<DisputeFacts, 'url'> = {
    invoiceNumber: invoice.invoiceNumber,
    lineName: charge?.name ?? '',
    amountCents: charge?.amountCents ?? 0,
  };
  return {
    company: await companyNameOf(ports, accountId),
    forAdmin: {
      ...facts,
      url: ports.page(`/admin-dashboard/disputes/${encodeURIComponent(disputeId)}/show`),
    },
    forDealer: { ...facts, url: ports.page(`/invoices/${encodeURIComponent(invoiceId)}`) },
  };
}
