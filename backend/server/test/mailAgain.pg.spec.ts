import { type MailDetail, paths } from '@portal/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MailRefused, type OutgoingMail } from '../src/platform/mail/sender.ts';
import { eventually } from './support/eventually.ts';
import type { HttpClient } from './support/httpClient.ts';
import { startTestPortal, type TestPortal } from './support/testPortal.ts';

let portal: TestPortal;
let admin: HttpClient;
let refusing = true;
const sent: OutgoingMail[] = [];

beforeAll(async () => {
  const mailTransport = {
    async send(mail: OutgoingMail) {
      if (refusing) throw new MailRefused('550 no such mailbox');
      sent.push(mail);
    },
    close: () => {},
  };
  portal = await startTestPortal({ mailTransport });
  admin = await portal.admin();
});
afterAll(() => portal.stop());

// Proves I8-mail-1
it('a dead mail is sent when an administrator sends it again', async () => {
  const { user } = await portal.dealer('ann');
  const mailOf = async (status: string) => {
    const mails = (await admin.get(paths.admin.mails)).json as readonly MailDetail[];
    return mails.find((mail) => mail.user_id === user.id && mail.status === status) ?? null;
  };
  const dead = await eventually(() => mailOf('dead'));
  expect(dead).toMatchObject({ attempts: 1, last_error: '550 no such mailbox' });
  refusing = false;

  const again = await admin.post(paths.admin.sendMailAgain(dead.id), undefined);
  expect(again.status).toBe(200);
  expect(again.json.id).toBe(dead.id);
  const after = await eventually(() => mailOf('sent'));
  expect(after).toMatchObject({ id: dead.id, attempts: 1, last_error: null });
  expect(sent.map(({ id, recipient }) => ({ id, recipient }))).toContainEqual({
    id: dead.id,
    recipient: dead.recipient,
  });

  const twice = await admin.post(paths.admin.sendMailAgain(dead.id), undefined);
  expect([twice.status, twice.json.error]).toEqual([409, 'Only a failed email can be sent again.']);
});
