import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestPortal, type TestPortal } from '../support/testPortal.ts';

/**
 * Ids that are data (`storedIdOf`): command ids derive from the names of processes, followers and projections keep their
 * checkpoints under theirs, migrations that ran are known by theirs, and dashboards name the jobs. A renamed process
 * would carry out old events anew, so these lists only grow.
 */
let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.stop());

const column = async (sql: string) =>
  (await portal.portal.database.pool.query<{ name: string }>(sql)).rows.map(({ name }) => name);

it('names of processes and other followers are unchanged', async () => {
  const followers = () => column('SELECT process AS name FROM process_checkpoints ORDER BY process');
  await vi.waitFor(
    async () =>
      expect(await followers()).toEqual([
        'askCardProviderForInvoiceRefund',
        'bookCreditOnInvoice',
        'bookPayout',
        'bookReceipt',
        'cardProviderErasure',
        'endWhatAFailedPaymentWasFor',
        'erasure',
        'interruptedReissues',
        'issueCreditNote',
        'makeRecipientOfFirstUserWhoJoins',
        'makeSiteOfApprovedMigration',
        'makeWhatAPaidOrderAsksFor',
        'matchBankLine',
        'openAccountOnDealerRegistered',
        'passOnWhatAUserLeaves',
        'payOpenInvoicesByCredit',
        'payWhatAPaymentIsFor',
        'reactions',
        'recordDisputeOnInvoices',
        'recordRefundOnInvoice',
        'refunds',
        'rejectOrderOfDeletedRequest',
        'releaseWhatAVoidedInvoiceTook',
        'releaseWhatAnInvoiceDidNotTake',
        'returnDeclinedCredit',
        'settlePayout',
        'showDealerIdOnUserApproved',
        'takeBackWhatWasRejected',
        'takeDunningStep',
        'withdrawMovedCredit',
        'withdrawReversedCredit',
      ]),
    { timeout: 10_000 },
  );
});

it('names of projections are unchanged', async () => {
  const names = (await portal.portal.projections.status()).map(({ projection }) => projection).sort();
  expect(names).toEqual([
    'accounts',
    'approvals',
    'bankLines',
    'billingFacts',
    'contacts',
    'creditNotes',
    'dealerIds',
    'dealerSites',
    'disputes',
    'invoiceLines',
    'invoices',
    'journal',
    'logIndex',
    'migrations',
    'notes',
    'orders',
    'payments',
    'projectedInvoices',
    'receipts',
    'savedCards',
    'siteActivity',
    'siteUsers',
    'usernames',
    'users',
  ]);
});

it('names of migrations are unchanged', async () => {
  expect(await column('SELECT name FROM server_migrations ORDER BY name')).toEqual([
    '0001_personal_keys',
    '0002_credentials',
    '0003_sessions',
    '0004_commands',
    '0005_login_limits',
    '0006_process_checkpoints',
    '0007_mail_outbox',
    '0008_password_reset',
    '0009_second_factors',
    '0010_saved_views',
    '0011_mail_attachments',
    '0012_stripe_simulator',
    '0013_portal_settings',
    '0014_provider_events',
    '0015_upkeep_tasks',
    '0016_alerts',
    '0017_mail_traceparent',
    '0018_mail_sealed',
    '0018_password_reset_links',
    '0019_data_release',
    '0020_mail_reply_to',
    '0021_first_steps',
    '0022_note_files',
    '0023_sign_ins',
    '0024_passkeys',
  ]);
});

it('names of jobs are unchanged', async () => {
  await portal.portal.tick();
  const { text } = await portal.client().get('/metrics');
  const names = [...text.matchAll(/^portal_duty_last_success_timestamp_seconds\{duty="([^"]+)"/gm)]
    .map(([, name]) => name)
    .sort();
  expect(names).toEqual([
    'account credit',
    'alerts',
    'automatic payment',
    'billing run',
    'card payments',
    'end of retention',
    'expiring cards',
    'invoice reminders',
    'log seal',
    'one-off charges',
    'replaced read models',
  ]);
});
