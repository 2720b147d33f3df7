import { expect, it } from 'vitest';
import { migrationApproved } from '../migrations/mails.ts';
import { siteAdded, siteApproved, siteInactive } from './mails.ts';

const site = { siteName: 'Depot', city: 'Albany', state: 'NY', readers: 4, url: '/' };

const migration = {
  siteName: 'Depot',
  city: 'Albany',
  state: 'NY',
  system7SiteId: '7',
  readers: 4,
  url: '/',
};

// invoices are dated the 1st for the month that begins, without proration: nothing is billed or ends at once
// Proves S2-4-site-2
it.each([
  ['siteAdded', siteAdded(site), 'included in monthly billing from the next billing date on'],
  ['siteApproved', siteApproved(site), 'included in monthly billing from the next billing date on'],
  ['siteInactive', siteInactive(site), 'no longer billed from the next billing date on'],
  [
    'migrationApproved',
    migrationApproved(migration),
    'included in monthly billing from the next billing date on',
  ],
])('%s states from when the change affects invoices', (_, letter, told) => {
  const texts = letter.blocks.flatMap((block) =>
    typeof block === 'string' ? block : 'text' in block ? block.text : [],
  );
  expect(texts.join(' ')).toContain(told);
  expect(`${letter.preheader} ${texts.join(' ')}`).not.toMatch(
    /from now on|is no longer billed\.|from today/,
  );
});
