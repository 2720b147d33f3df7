import { type DisputeOutcome, invoiceDecider, invoiceStream, partsOfDisputeId, reveal } from '@portal/domain';
import { formatDollars } from '@portal/domain/values';
import { button, factTable, type Letter } from '../../platform/mail/letter.ts';
import { notification, replies } from '../../platform/notifications/notification.ts';
import { companyNameOf } from '../companies/module.ts';

const OUTCOME: Readonly<Record<Exclude<DisputeOutcome, 'withdrawn'>, (cents: number) => string>> = {
  explained: () => 'The charge stays as it is.',
  reissued: () => 'The invoice was canceled and reissued under another number.',
  refunded: (cents) => `${formatDollars(cents)} is refunded.`,
  credited: (cents) =>
    `${formatDollars(cents)} is credited to your account: it pays your open invoices, then your next ones.`,
};

/** Mails each step of a dispute to the other side, administrators or the company's users, regardless of flags. */
export const mailBothSidesOnDispute = notification({
  name: 'mailBothSidesOnDispute',
  types: ['DisputeOpened', 'DisputeReplied', 'DisputeClosed'],
  async write({ event }, ports) {
    const { disputeId, accountId, invoiceId } = event.data;
    // the disputed charge, whatever the invoice's state
    const invoice = await ports.load(invoiceStream(invoiceId), invoiceDecider);
    if (invoice.status === 'none') throw new Error(`Invoice ${invoiceId} is not in the log`);
    const { name = '', amountCents = 0 } = invoice.lines[partsOfDisputeId(disputeId)?.line ?? 0] ?? {};
    const { invoiceNumber } = invoice;
    const charge = factTable(
      ['Invoice', invoiceNumber],
      ['Charge', `${name}, ${formatDollars(amountCents)}`],
    );
    const company = await companyNameOf(ports, accountId);
    const adminUrl = ports.page(`/admin-dashboard/disputes/${encodeURIComponent(disputeId)}/show`);
    const dealerUrl = ports.page(`/invoices/${encodeURIComponent(invoiceId)}`);
    const toAdministrators = async (kind: string, letter: Letter) =>
      replies(kind, await ports.administrators(), null, letter);
    const toDealers = async (kind: string, letter: Letter) =>
      replies(kind, await ports.usersOfAccount(accountId), null, letter);

    switch (event.type) {
      case 'DisputeOpened':
        return toAdministrators('chargeQuestioned', {
          subject: `A charge on ${invoiceNumber} was questioned`,
          preheader: `${company} asks about ${name}.`,
          title: 'A charge was questioned',
          blocks: [
            `${company} writes: ${reveal(event.data.question)}`,
            charge,
            button('Open the question with its replay', adminUrl),
          ],
        });
      case 'DisputeReplied': {
        const isByDealer = event.data.by === 'dealer';
        const letter = {
          subject: `An answer about ${invoiceNumber}`,
          preheader: `About ${name}.`,
          title: isByDealer
            ? `${company} replied about a charge`
            : 'Your question about a charge was answered',
          blocks: [
            reveal(event.data.text),
            charge,
            button('Read and answer', isByDealer ? adminUrl : dealerUrl),
          ],
        };
        return isByDealer
          ? toAdministrators('questionAnswered', letter)
          : toDealers('questionAnswered', letter);
      }
      case 'DisputeClosed': {
        const { outcome, explanation, amountCents: settledCents } = event.data;
        if (outcome === 'withdrawn')
          return toAdministrators('questionWithdrawn', {
            subject: `The question about ${invoiceNumber} was withdrawn`,
            preheader: `${company} withdrew the question.`,
            title: 'A question was withdrawn',
            blocks: [charge, button('Open the question', adminUrl)],
          });
        const settled = OUTCOME[outcome](settledCents);
        return toDealers('questionSettled', {
          subject: `Your question about ${invoiceNumber} is settled`,
          preheader: settled,
          title: 'Your question is settled',
          blocks: [settled, reveal(explanation), charge, button('Open the invoice', dealerUrl)],
        });
      }
    }
  },
});
