import { type CreditNote, type CreditNoteTotals, paths, type TimelineEntry } from '@portal/contract';
import type { InvoiceCommand } from '@portal/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Paying, startPaying } from './payments/support.ts';
import type { HttpClient } from './support/httpClient.ts';
import { billedDealer, decideInvoice, issueInvoice } from './support/invoices.ts';
import { pdfText } from './support/pdfText.ts';

const now = () => new Date('2026-12-20T15:00:00.000Z');

let paying: Paying;
let admin: HttpClient;

beforeAll(async () => {
  // without the role jobs nothing ticks but the test
  paying = await startPaying({ now }, { environment: { PORTAL_ROLES: 'api,projections,reactions' } });
  admin = await paying.admin();
});
afterAll(() => paying.stop());

const path = (id: string, action = '') => `/api/admin/invoices/${id}${action}`;
/** An invoice of $78.00, dated Dec 1, 2026. */
const billed = (name: string) => billedDealer(paying, name, now());
let references = 0;
function check(id: string, amount = '78') {
  references += 1;
  const payment = { method: 'check', paid_on: '2026-12-18', reference: `${references}`, amount };
  return admin.post(path(id, '/record-payment'), payment);
}
const refund = (id: string, amount: string, more: object = {}) =>
  admin.post(path(id, '/refund'), { amount, reason: 'Two readers too many', ...more });
const byCheck = { method: 'check', refunded_on: '2026-11-30', reference: '77' };
const credit = (id: string, amount: string) =>
  admin.post(path(id, '/credit'), { amount, reason: 'For the delay' });

const query = (filter: object) => `?filter=${encodeURIComponent(JSON.stringify(filter))}`;
async function listed(filter: object): Promise<readonly CreditNote[]> {
  await paying.portal.projections.caughtUp();
  return (await admin.get(`${paths.admin.creditNotes}${query(filter)}`)).json;
}
async function totals(filter: object): Promise<readonly CreditNoteTotals[]> {
  await paying.portal.projections.caughtUp();
  return (await admin.get(`${paths.admin.creditNoteTotals}${query(filter)}`)).json;
}
const paper = async (client: HttpClient, id: string) => {
  const { status, bytes } = await client.get(paths.creditNotePdf(id));
  expect(status).toBe(200);
  return pdfText(bytes);
};

describe('credit notes', { timeout: 60_000 }, () => {
  // Proves I38-credit-notes
  it('of credit, refund and void stand in list, totals, invoice, statement and timeline, each with its PDF', async () => {
    const { client, id, number, accountId, userId } = await billed('noted');
    await check(id);
    await refund(id, '13', byCheck);
    const credited = (await credit(id, '5')).json;
    const void_ = await issueInvoice(paying, { accountId, userId, period: '2027-01' }, now());
    const canceled = (await admin.post(path(void_.id, '/void'), { reason: 'Closed' })).json;

    const notes = await listed({ account_id: accountId });
    expect(notes).toMatchObject([
      { kind: 'void', day: '2026-12-20', amount: 78, invoice_number: void_.number, reason: 'Closed' },
      { kind: 'credit', day: '2026-12-20', amount: 5, invoice_number: number, reason: 'For the delay' },
      { kind: 'refund', day: '2026-11-30', amount: 13, method: 'check', reference: '77', failed: false },
    ]);
    const [voidNote, creditNote, refundNote] = notes.map((note) => note.id) as [string, string, string];
    expect(refundNote).toMatch(/^CN-202611-\d{4}$/);
    expect(Number(voidNote.slice(-4))).toBe(Number(creditNote.slice(-4)) + 1);
    expect(voidNote.startsWith('CN-202612-')).toBe(true);
    expect(await totals({ account_id: accountId })).toEqual([{ is_demo: true, credit_notes: 3, amount: 96 }]);
    expect(await listed({ q: refundNote })).toHaveLength(1);
    expect(await listed({ account_id: accountId, kind: 'credit', day_gte: '2026-12-01' })).toHaveLength(1);

    // the command's own answer has it
    expect(credited.credit_notes.map((note: CreditNote) => note.id)).toEqual([refundNote, creditNote]);
    expect(canceled.credit_notes).toMatchObject([{ id: voidNote, kind: 'void', amount: 78 }]);
    expect((await client.get(`/api/invoices/${id}`)).json.credit_notes).toEqual(credited.credit_notes);

    expect(await paper(client, refundNote)).toContain(
      `Credit note # ${refundNote} Date Nov 30, 2026 Kind Refund For invoice # ${number} Invoice date Dec 1, 2026`,
    );
    expect(await paper(client, refundNote)).toContain('Subtotal $13.00 Tax $0.00 Total credited $13.00');
    expect(await paper(client, refundNote)).toContain(
      'Reason Two readers too many Settlement $13.00 was refunded by check, reference 77.',
    );
    expect(await paper(admin, creditNote)).toContain('$5.00 was credited to your account');
    const text = await pdfText((await admin.get(paths.admin.creditNotePdf(voidNote))).bytes);
    expect(text).toContain('Harbor Gate 1');
    expect(text).toContain('Total credited $78.00');
    expect(text).toContain('The invoice was canceled; it does not have to be paid.');

    const { text: statement } = await client.get(
      '/api/statement?from=2026-11-01&to=2027-01-31&format=csv&mode=demo',
    );
    expect(statement).toContain(`Refund of ${number} by check (77), ${refundNote}"`);
    expect(statement).toContain(`Credit on ${number}, ${creditNote}"`);
    expect(statement).toContain(`Invoice ${void_.number} canceled, ${voidNote}"`);
    const story: readonly TimelineEntry[] = (
      await admin.get(`${paths.admin.timeline('account', accountId)}?scope=all`)
    ).json;
    expect(story.map((entry) => entry.text)).toContain(`Credit note ${creditNote} of $5.00 for ${number}`);
  });

  // Proves I38-credit-notes
  it('are not of an overpayment, nor of account credit that is paid out', async () => {
    const { id, accountId } = await billed('notnoted');
    await check(id, '100');
    await credit(id, '10');
    await refund(id, '32', byCheck);
    expect((await listed({ account_id: accountId })).map(({ kind, amount }) => [kind, amount])).toEqual([
      ['credit', 10],
    ]);
    await credit(id, '4');
    await refund(id, '10', byCheck);
    const [, , refunded] = await listed({ account_id: accountId });
    expect(refunded).toMatchObject({ kind: 'refund', amount: 6, paid_out_amount: 4 });
    expect(await paper(admin, refunded?.id ?? '')).toContain(
      '$6.00 was refunded by check, reference 77. The same refund also paid out $4.00 of account credit.',
    );
  });

  // Proves I38-credit-notes
  it('keep their number where the refund fails at the provider, and say so', async () => {
    const { client, id, accountId } = await billed('failednote');
    const decide = (command: InvoiceCommand) => decideInvoice(paying, id, command, now(), accountId);
    const reason = 'Two readers too many';
    const paid = { paymentId: 'p', amountCents: 7_800, livemode: false, paidOn: '2026-12-05' };
    await decide({ type: 'PayInvoice', ...paid });
    const back = { refundId: 'r', method: 'card', amountCents: 1_300, refundedOn: '2026-12-20' } as const;
    await decide({ type: 'RecordInvoiceRefund', ...back, reference: null, reason });
    const [made] = await listed({ account_id: accountId });
    expect(made?.failed).toBe(false);
    await decide({ type: 'RecordInvoiceRefundFailure', refundId: 'r', message: 'The card is closed' });
    const [failed] = await listed({ account_id: accountId });
    if (failed === undefined) throw new Error('The note is gone');
    expect(failed.id).toBe(made?.id);
    expect(failed).toMatchObject({ kind: 'refund', amount: 13, method: 'card' });
    expect(await paper(client, failed.id)).toContain('The card provider could not return $13.00 to the card');
    expect(await totals({ account_id: accountId })).toEqual([{ is_demo: true, credit_notes: 1, amount: 0 }]);
    expect((await client.get(`/api/invoices/${id}`)).json.credit_notes).toMatchObject([{ failed: true }]);
  });

  // Proves I38-credit-notes
  it("are not another company's to read, and the list is the administrators'", async () => {
    const { client, id } = await billed('ownnote');
    await check(id);
    const [note] = (await credit(id, '5')).json.credit_notes;
    expect((await client.get(paths.creditNotePdf(note.id))).status).toBe(200);
    const { client: other } = await billed('othernote');
    expect((await other.get(paths.creditNotePdf(note.id))).status).toBe(404);
    expect((await other.get(paths.admin.creditNotePdf(note.id))).status).toBe(403);
    expect((await client.get(paths.admin.creditNotes)).status).toBe(403);
    expect((await admin.get(paths.creditNotePdf('CN-202612-9999'))).status).toBe(404);
  });
});
