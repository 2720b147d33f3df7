import {
  accountDecider,
  accountStream,
  invoiceDecider,
  invoiceStream,
  partsOfDisputeId,
  reveal,
} from '@portal/domain';
import type { EnvelopeOf } from '../../kernel/execute.ts';
import { type NotificationPorts, notification, replies } from '../../platform/notifications/notification.ts';
import {
  chargeQuestioned,
  type DisputeFacts,
  questionAnswered,
  questionSettled,
  questionWithdrawn,
} from './letters.ts';

type Told = 'DisputeOpened' | 'DisputeReplied' | 'DisputeClosed';

/** Each step of a questioned charge is told to the other side: administrators, or the company's users. */
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
        const [readers, facts] =
          by === 'dealer'
            ? [await ports.administrators(), about.forAdmin]
            : [await ports.usersOfAccount(accountId), about.forDealer];
        return replies('questionAnswered', readers, null, questionAnswered({ ...facts, text: reveal(text) }));
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

/** The charge as both sides read of it: it stands on the invoice, whatever became of that. */
async function factsOf({ event }: EnvelopeOf<Told>, ports: NotificationPorts) {
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
  const account = await ports.load(accountStream(accountId), accountDecider);
  return {
    company: account.status === 'none' ? 'A dealer' : reveal(account.company.name),
    forAdmin: {
      ...facts,
      url: ports.page(`/admin-dashboard/disputes/${encodeURIComponent(disputeId)}/show`),
    },
    forDealer: { ...facts, url: ports.page(`/invoices/${encodeURIComponent(invoiceId)}`) },
  };
}
