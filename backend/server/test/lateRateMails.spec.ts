import { accountStream, siteStream } from '@portal/domain';
import { expect, it } from 'vitest';
import { ACCOUNT_OPENED, SITE_IDS, siteAdded } from '../../domain/test/firstEvents.ts';
import { mailDealersOnRateAnnounced } from '../src/modules/billing/mails.ts';
import { lateMails, logOf } from './support/lateMails.ts';

const DAY = '2026-12-05';
const { siteId, accountId } = SITE_IDS;

// Proves S6-invoices-22
it("writes no mail for a site's rate that changed no price, also after the company's rate has changed", async () => {
  const log = logOf(DAY, [
    [accountStream(accountId), ACCOUNT_OPENED],
    [siteStream(siteId), siteAdded()],
    [
      siteStream(siteId),
      {
        type: 'SiteReaderRateChanged',
        data: { ...SITE_IDS, customRateCents: 650, effectiveFrom: null, savedOn: DAY },
      },
    ],
    [
      accountStream(accountId),
      {
        type: 'DefaultReaderRateChanged',
        data: { accountId, rateCents: 600, effectiveFrom: null, savedOn: DAY },
      },
    ],
  ]);
  expect(await lateMails(mailDealersOnRateAnnounced, log, 2)).toEqual([]);
});
