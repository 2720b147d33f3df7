import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BillingPortal, type Dealer, startBillingPortal } from './support/billingPortal.ts';
import type { HttpClient } from './support/httpClient.ts';
import { pdfText } from './support/pdfText.ts';
import { ADMIN } from './support/testPortal.ts';

let test: BillingPortal;
let ann: Dealer;
let client: HttpClient;

beforeAll(async () => {
  test = await startBillingPortal('2026-10-05T15:00:00.000Z');
  ann = await test.newDealer('ann');
  client = await test.signedIn('ann');
  await test.newSite(ann, { site_name: 'Harbor Gate', number_of_readers: '12' });
}, 60_000);
afterAll(() => test.stop());

describe('billing contact, further recipients and PO number', { timeout: 60_000 }, () => {
  const path = () => `/api/accounts/${ann.accountId}`;

  it('are refused where they are no addresses, or too many', async () => {
    const six = Array.from({ length: 6 }, (_, index) => `a${index}@example.com`).join(',');
    const errors = [];
    for (const invoice_emails of [six, 'ap@example.com, nobody'])
      errors.push((await client.patch(path(), { invoice_emails })).json.error);
    expect(errors).toEqual(['Please enter at most 5 addresses', 'nobody is not a valid email: it has no @']);
  });

  // Proves I38-papers-2
  it('are saved by dealers and administrators, and printed on invoices from then on', async () => {
    await client.patch(path(), { billing_contact: 'Pat Payable', po_number: 'PO-4711' });
    test.setClock('2026-11-01T15:00:00.000Z');
    const admin = await test.signedIn(ADMIN.username, ADMIN.password);
    const issue = (period: string) =>
      admin.post(`/api/admin/accounts/${ann.accountId}/issue-invoice`, { period });
    const first = (await issue('2026-11')).json.id;
    const changed = await admin.patch(`/api/admin${path().slice(4)}`, {
      po_number: 'PO-4712',
      invoice_emails: 'ap@example.com',
      reason: 'New order',
    });
    expect(changed.json).toMatchObject({
      billing_contact: 'Pat Payable',
      invoice_emails: 'ap@example.com',
      po_number: 'PO-4712',
    });
    test.setClock('2026-12-01T15:00:00.000Z');
    const later = await test.signedIn(ADMIN.username, ADMIN.password);
    const second = await later.post(`/api/admin/accounts/${ann.accountId}/issue-invoice`, {
      period: '2026-12',
    });
    await test.portal.projections.caughtUp();
    const shown = async (id: string) => {
      const { json } = await later.get(`/api/admin/invoices/${id}`);
      return [json.po_number, json.user.name];
    };
    expect(await shown(first)).toEqual(['PO-4711', 'Pat Payable']);
    expect(await shown(second.json.id)).toEqual(['PO-4712', 'Pat Payable']);
    const pdf = await later.get(`/api/admin/invoices/${first}/invoice.pdf`);
    expect(await pdfText(pdf.bytes)).toContain('PO number PO-4711');
    const history = await later.get(`/api/admin${path().slice(4)}/history`);
    expect(JSON.stringify(history.json)).toContain('PO number');
  });
});
