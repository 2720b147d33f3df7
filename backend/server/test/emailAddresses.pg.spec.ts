import { paths } from '@portal/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from './support/eventually.ts';
import { type SmtpDouble, startSmtpDouble } from './support/smtpDouble.ts';
import { registration, startTestPortal, type TestPortal } from './support/testPortal.ts';

let smtp: SmtpDouble;
let portal: TestPortal;
beforeAll(async () => {
  smtp = await startSmtpDouble();
  portal = await startTestPortal(
    {},
    {
      environment: { SMTP_URL: smtp.url, MAIL_FROM: 'portal@example.com', ADMIN_EMAIL: 'admin@example.com' },
    },
  );
});
afterAll(async () => {
  await portal.stop();
  await smtp.close();
});

/** The mail that the mail server got for this address, once it has a line like this. */
const mailTo = (address: string, line: RegExp) =>
  eventually(async () => smtp.received.find(({ to, source }) => to === address && line.test(source)) ?? null);

describe.each([
  ['smith', 'smith&sons@example.com', 'smith&sons@example.com'],
  ['ann', 'ann@bücher.example', 'ann@xn--bcher-kva.example'],
])('the address of %s, %s', (username, email, onTheWire) => {
  // Proves I35-31
  it('registers, and gets the mails of its user', async () => {
    const registered = await portal.client().post(paths.register, registration(username, { email }));
    expect([registered.status, registered.json.email]).toEqual([201, email]);
    const admin = await portal.admin();
    await admin.patch(paths.admin.approval(registered.json.id), { isApproved: true });
    await mailTo(onTheWire, /^Subject: .*approved/im);
    expect((await portal.client().post('/api/auth/forgot-password', { email })).status).toBe(200);
    await mailTo(onTheWire, /^Subject: .*password/im);
  });

  // Proves I35-31
  it('sends a contact message, whose mail is answered there', async () => {
    const sent = await portal.client().post('/api/contact', {
      contact_name: 'Vic Visitor',
      contact_email: email,
      contact_subject: 'support',
      contact_message: 'Hello',
    });
    expect(sent.status).toBe(201);
    const admin = await portal.admin();
    expect((await admin.get(`/api/admin/contacts/${sent.json.id}`)).json.contact_email).toBe(email);
    const replyTo = `Reply-To: ${onTheWire}\n`;
    await eventually(async () => smtp.received.some(({ source }) => source.includes(replyTo)));
  });
});
