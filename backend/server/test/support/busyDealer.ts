import { AUTO_PAY_CONSENT_VERSION, paths } from '@portal/contract';
import { Secret, TOTP } from 'otpauth';
import { expect } from 'vitest';
import type { Paying } from '../payments/support.ts';
import { eventually } from './eventually.ts';
import type { Answered, HttpClient } from './httpClient.ts';
import { registration, siteOrder } from './testPortal.ts';

/** What every personal text of the dealer begins with, and nothing else does. */
export const MARK = 'zqxv';
const text = (what: string) => `${MARK}${what}`;
const EMAIL = `${MARK}mail@${MARK}.example`;
const where = (of: string) => ({
  site_address: text(`${of}address`),
  site_city: text(`${of}city`),
  site_zip: '12207',
});
const NEW_PASSWORD = 'another-secret-2';
export const KEY = { admin: 'busy-dealer-edit', visitor: 'busy-dealer-registration' } as const;
export const FORM = registration(text('user'), {
  name: `${text('name')} Doe`,
  company: text('company'),
  email: EMAIL,
  phone: text('phone0'),
  address: text('address'),
  city: text('city'),
  state: text('state'),
  zip: text('zip'),
  experience: text('experience'),
});

/** A dealer of whom everything is kept that the portal keeps, readable where it keeps it so. */
export interface BusyDealer {
  readonly userId: string;
  readonly accountId: string;
  /** A browser that is still signed in. */
  readonly client: HttpClient;
  readonly username: string;
  readonly siteId: string;
  readonly invoiceIds: readonly string[];
  readonly customerId: string;
}

const done = (answered: Answered, status = 200) => {
  expect([answered.status, answered.json?.error], answered.text.slice(0, 300)).toEqual([status, undefined]);
  return answered.json;
};

/** Plays the dealer, from the contact form to a disputed invoice of the next month. */
export async function busyDealer(
  portal: Paying,
  clock: { readonly set: (instant: string) => void; readonly now: () => Date },
): Promise<BusyDealer> {
  let admin = await portal.admin();
  const client = portal.client();
  done(
    await client.post(paths.contact, {
      contact_name: text('contactname'),
      contact_email: EMAIL.toUpperCase(),
      contact_phone: text('contactphone'),
      contact_subject: 'dealer_inquiry',
      contact_message: text('contactmessage'),
    }),
    201,
  );
  const user = done(await client.post(paths.register, FORM, { 'Idempotency-Key': KEY.visitor }), 201);
  const of = { userId: String(user.id), accountId: String(user.account_id) };
  done(await admin.patch(paths.admin.approval(of.userId), { isApproved: true }));
  done(await client.patch(paths.profile(of.userId), { name: `${text('renamed')} Doe`, city: text('moved') }));
  const username = text('login');
  done(
    await admin.patch(
      paths.admin.user(of.userId),
      { username, phone: text('phone1') },
      { 'Idempotency-Key': KEY.admin },
    ),
  );
  done(
    await admin.put(paths.admin.savedViews, [
      { name: 'His sites', resource: 'sites', query: `filter=${encodeURIComponent(`{"q":"${username}"}`)}` },
      { name: 'Pending', resource: 'sites', query: 'filter=pending' },
    ]),
  );

  const siteId = await site(portal, admin, client, of);
  done(
    await client.post(paths.migrations, {
      migration_site_name: 'Old Mill',
      migration_site_address: text('milladdress'),
      migration_site_city: text('millcity'),
      migration_site_state: 'NY',
      migration_site_zip: '12180',
      system7_site_id: 'S7-17',
      num_controllers: '2',
      number_of_acu_panels: '1',
      number_of_readers: '8',
      requested_migration_date: '2026-04-01',
      migration_notes: text('millnotes'),
      software_version: 'vantage',
      current_system: '',
      other_system: '',
      num_cards: '0',
      database_required: 'no',
    }),
    201,
  );
  await importedSites(client);
  await paidOrder(portal, admin, client, of.accountId);
  const method = await portal.keepCard(client);
  const { customer } = await portal.stripe.paymentMethods.retrieve(method);
  done(await client.put(paths.autoPay, { version: AUTO_PAY_CONSENT_VERSION }));

  clock.set('2026-04-02T15:00:00Z');
  admin = await portal.admin();
  await usedLink(portal);
  const again = await portal.signedIn(username, NEW_PASSWORD);
  const invoiceId = `${of.accountId}_2026-04`;
  const issued = await admin.post(paths.admin.issueInvoice(of.accountId), { period: '2026-04' });
  expect([200, 409]).toContain(issued.status);
  for (const [name, email] of [
    [text('invited'), `invited@${MARK}.example`],
    [text('withdrawn'), `withdrawn@${MARK}.example`],
  ])
    done(await again.post(paths.invitations, { name, email, role: 'viewer' }), 201);
  const { invitations } = done(await again.get(paths.team));
  done(await again.delete(paths.invitation(invitations[1].id)));
  const dispute = await disputed(admin, again, invoiceId);
  done(await again.post(paths.disputeReplies(dispute), { text: text('stillasks') }), 201);
  done(
    await admin.post(paths.admin.closeDispute(dispute), {
      outcome: 'explained',
      explanation: text('explained'),
    }),
  );
  const about = { about: 'dispute', about_id: dispute };
  const noted = done(
    await admin.post(paths.admin.notes, { ...about, text: `${text('noted')} for @admin` }),
    201,
  );
  done(
    await admin.send('POST', `${paths.admin.noteFiles(noted.id)}?name=${text('check')}.pdf`, {
      raw: Buffer.from(`%PDF-1.4 ${text('scan')}`),
      headers: { 'Content-Type': 'application/pdf' },
    }),
    201,
  );
  await secured(portal, again, username, clock.now);
  done(await portal.client().post(paths.forgotPassword, { email: EMAIL }));
  expect((await portal.client().post(paths.login, { username, password: 'wrong-1' })).status).toBe(401);
  await eventually(async () => {
    const { rows } = await portal.portal.database.pool.query(
      "SELECT FROM mail_outbox WHERE kind IN ('passwordReset', 'questionAnswered')",
    );
    return rows.length >= 3;
  }, 30);
  return { ...of, client: again, username, siteId, invoiceIds: [invoiceId], customerId: String(customer) };
}

/** A link to reset the password was asked for by mail, and used. */
async function usedLink(portal: Paying): Promise<void> {
  done(await portal.client().post(paths.forgotPassword, { email: EMAIL }));
  const token = await portal.resetToken(EMAIL);
  done(await portal.client().post(paths.resetPassword, { token, newPassword: NEW_PASSWORD }));
}

/** A site with everything that can be written about one. */
async function site(
  portal: Paying,
  admin: HttpClient,
  client: HttpClient,
  { userId }: { readonly userId: string },
): Promise<string> {
  const { id } = done(
    await client.post(paths.sites, siteOrder({ ...where('pier'), site_notes: text('piernotes') }), {
      'Idempotency-Key': 'busy-dealer-site',
    }),
    201,
  );
  done(await admin.patch(paths.admin.site(id), { status: 'active' }));
  done(
    await admin.patch(paths.admin.site(id), { additional_info: text('pierinfo'), reason: 'Agreed by phone' }),
  );
  done(await client.post(paths.readerChange(id), { number_of_readers: 16, note: text('readernote') }), 201);
  await portal.dealer('viewer');
  done(await client.post(paths.siteUsers(id), { username: 'viewer' }), 201);
  const look = await portal.admin();
  done(await look.post(paths.admin.viewAs(userId), {}));
  done(await look.delete(paths.viewAs));
  return id;
}

async function importedSites(client: HttpClient): Promise<void> {
  const file = [
    'site_name,site_address,site_city,site_state,site_zip,number_of_readers,number_of_acu_panels',
    `Row 1,${text('rowaddress')},${text('rowcity')},NY,12207,3,1`,
  ].join('\n');
  const read = done(
    await client.send('POST', paths.siteImport, { raw: file, headers: { 'Content-Type': 'text/csv' } }),
  );
  const sites = read.rows.map(({ site: one }: { site: object }) => one);
  done(await client.post(paths.orders, { order: { kind: 'sites', sites } }), 201);
}

/** A site of $65 that is waiting for approval, paid with the card form. */
async function paidOrder(
  portal: Paying,
  admin: HttpClient,
  client: HttpClient,
  accountId: string,
): Promise<void> {
  done(
    await admin.patch(paths.admin.promotionalPricing(accountId), {
      promotional_reader_rate: '4',
      promotional_months: '12',
      promotional_pricing_active: false,
      promotional_license_pricing: false,
    }),
  );
  const order = siteOrder({ ...where('paid'), site_notes: text('paidnotes'), number_of_acu_panels: '2' });
  const started = done(
    await client.post(paths.createPaymentIntent, {
      amount: 6_500,
      items: [{ name: 'Additional ACU Panel', price: 6_500 }],
      order: { kind: 'site', site: order },
    }),
  );
  await portal.stripe.paymentIntents.confirm(started.paymentIntentId, { payment_method: 'pm_card_visa' });
  done(await client.post(paths.sites, { ...order, orderId: started.orderId }), 201);
}

async function disputed(admin: HttpClient, client: HttpClient, invoiceId: string): Promise<string> {
  const asked = await eventually(async () => {
    const answered = await client.post(paths.invoiceQuestions(invoiceId), {
      line: 0,
      question: text('asks'),
    });
    return answered.status === 201 && answered;
  });
  done(await admin.post(paths.admin.disputeReplies(asked.json.id), { text: text('isanswered') }), 201);
  return asked.json.id;
}

/** Two-step verification is on, and one recovery code used for a second session. */
async function secured(portal: Paying, client: HttpClient, username: string, now: () => Date): Promise<void> {
  const { secret } = done(await client.post(paths.secondFactor.setup, { currentPassword: NEW_PASSWORD }));
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now().getTime() });
  const { recovery_codes: codes } = done(await client.post(paths.secondFactor.confirm, { code }));
  done(await portal.client().post(paths.login, { username, password: NEW_PASSWORD, code: codes[0] }));
}
