import {
  creditNoteNumberStreams,
  type InvoiceEvent,
  type invoiceDecider,
  invoiceStream,
  type PortalEvent,
} from '@portal/domain';
import { describe, expect, it } from 'vitest';
import { metadataFor } from '../../../projections/test/history.ts';
import { INVOICE_IDS, invoiceIssued, invoicePaid } from '../../domain/test/invoiceEvents.ts';
import type { PortalEnvelope } from '../src/kernel/execute.ts';
import { follow } from '../src/kernel/follow.ts';
import { issueCreditNote } from '../src/modules/invoices/creditNotes.ts';
import { mailDealerOnCreditNote, mailDealerOnInvoiceCorrected } from '../src/modules/invoices/mails.ts';
import { lateMails, logOf } from './support/lateMails.ts';
import { memoryPorts } from './support/memoryPorts.ts';

const STREAM = invoiceStream(INVOICE_IDS.invoiceId);
const credited = (creditId: string, more: object = {}): InvoiceEvent => ({
  type: 'InvoiceCredited',
  data: { ...INVOICE_IDS, creditId, amountCents: 500, reason: 'Agreed', ...more },
});
const refunded = (refundId: string, refundedOn: string, more: object = {}): InvoiceEvent => ({
  type: 'InvoiceRefunded',
  data: {
    ...{ ...INVOICE_IDS, refundId, method: 'check', amountCents: 700, refundedOn, reference: '7' },
    reason: null,
    ...more,
  },
});

/** A paid invoice with corrections, from before there were credit notes. */
const events: readonly InvoiceEvent[] = [
  invoiceIssued({ totalCents: 7_800 }),
  invoicePaid(7_800),
  credited('c1'),
  credited('m1', { surplus: true }),
  refunded('r1', '2026-05-28'),
  refunded('r2', '2026-05-28', { amountCents: 500, creditPaidOut: [{ creditId: 'm1', amountCents: 500 }] }),
  credited('c2'),
  refunded('r3', '2026-06-01', { movedFrom: 'INV-202604-0001' }),
];
const log: readonly PortalEnvelope[] = logOf(
  '2026-06-02',
  events.map((event) => [STREAM, event]),
);

function running() {
  const memory = memoryPorts();
  const { execute, load } = memory.ports;
  const ports = {
    execute,
    load: ((stream: string, decider: typeof invoiceDecider) =>
      stream === STREAM
        ? Promise.resolve(events.reduce(decider.evolve, decider.initialState))
        : load(stream, decider)) as typeof load,
    lookUp: {
      billingDay: (instant: string) => instant.slice(0, 10),
      usersOfAccount: async () => [],
      sitesOfAccount: async () => [],
      invoicesToSettle: async () => [],
      invoicesLeavingOver: async () => [],
    },
  };
  const run = async () => {
    for (const envelope of log) await follow(issueCreditNote, envelope, ports);
  };
  const notes = () => memory.events('CreditNoteIssued').map(({ data }) => data);
  return { run, notes };
}

// Proves I38-credit-notes
describe('credit notes of a log', () => {
  it('are numbered in its order, by the month of each correction, again after a crash without effect', async () => {
    const { run, notes } = running();
    await run();
    const issued = [
      ['2026-06', 1, 'credit', 'c1'],
      ['2026-05', 1, 'refund', 'r1'],
      ['2026-06', 2, 'credit', 'c2'],
    ];
    const shown = () => notes().map(({ period, number, kind, sourceId }) => [period, number, kind, sourceId]);
    expect(shown()).toEqual(issued);
    await run();
    expect(shown()).toEqual(issued);
    expect(creditNoteNumberStreams('202605')).toBe('creditNoteNumbers-202605');
  });
});

describe('the mail of a credit note', () => {
  const note = (correctedAt: string): PortalEvent => ({
    type: 'CreditNoteIssued',
    data: {
      ...INVOICE_IDS,
      ...{ period: '2026-06', number: 3, invoiceNumber: 'INV-202605-0001', kind: 'refund', sourceId: 'r1' },
      ...{ correctedAt, day: '2026-06-02', amountCents: 700, method: 'check', reference: '7', reason: null },
    },
  });
  const mails = (correctedAt: string) => {
    const [envelope] = logOf('2026-06-02', [['creditNoteNumbers-202606', note(correctedAt)]]);
    const metadata = { ...metadataFor(['a1'], '2026-06-02T15:00:00.000Z'), causationId: 'e7' };
    const whole = [...log, { ...(envelope as PortalEnvelope), position: String(log.length), metadata }];
    return lateMails(mailDealerOnCreditNote, whole, log.length);
  };

  // Proves I38-credit-notes
  it('is the mail of the correction, with the note attached, and is not written of an old one', async () => {
    expect(await mails('2026-06-02T14:59:00.000Z')).toMatchObject([
      {
        kind: 'invoiceRefunded',
        cause: 'e7',
        attachments: [{ paper: 'creditNote', id: 'CN-202606-0003', filename: 'CN-202606-0003.pdf' }],
      },
    ]);
    expect(await mails('2026-05-30T14:59:00.000Z')).toEqual([]);
  });
  // Proves I38-credit-notes
  it('takes the place of that of a refund, unless it only pays out account credit', async () => {
    const wrote = async (index: number) => (await lateMails(mailDealerOnInvoiceCorrected, log, index)).length;
    expect(await Promise.all([4, 5, 7].map(wrote))).toEqual([0, 1, 0]);
  });
});
