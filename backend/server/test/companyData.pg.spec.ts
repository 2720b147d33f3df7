import { paths } from '@portal/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Paying, startPaying } from './payments/support.ts';
import { billedDealer } from './support/invoices.ts';
import { siteOrder } from './support/testPortal.ts';

const NOW = new Date('2026-12-05T15:00:00.000Z');
let paying: Paying;
beforeAll(async () => {
  paying = await startPaying({ now: () => NOW });
});
afterAll(() => paying.stop());

/** The files of a ZIP by its directory; those of the portal are not compressed. */
function namesIn(zip: Buffer): readonly string[] {
  const names: string[] = [];
  for (let at = zip.indexOf('PK\x01\x02'); at !== -1; at = zip.indexOf('PK\x01\x02', at + 46))
    names.push(zip.toString('utf8', at + 46, at + 46 + zip.readUInt16LE(at + 28)));
  return names;
}

// Proves I40-company-data
it('holds everything of the company as CSV and JSON, and nothing of another', async () => {
  const { client, number, accountId } = await billedDealer(paying, 'ann', NOW);
  const other = await billedDealer(paying, 'bob', NOW);
  await client.post(paths.sites, { ...siteOrder(), site_name: 'Gate of Ann' });
  await other.client.post(paths.sites, { ...siteOrder(), site_name: 'Gate of Bob' });
  await paying.portal.projections.caughtUp();
  const { status, headers, bytes } = await client.get(paths.companyData);
  expect([status, headers['content-disposition']]).toEqual([
    200,
    'attachment; filename="company-data-2026-12-05.zip"',
  ]);
  expect(namesIn(bytes)).toEqual([
    ...['company', 'people', 'sites', 'migrations', 'orders'].flatMap((name) => [
      `${name}.csv`,
      `${name}.json`,
    ]),
    ...['invoices.csv', `invoices/${number}.json`, `invoices/${number}.csv`],
    ...['questions.csv', 'questions.json'],
  ]);
  const text = bytes.toString('utf8');
  for (const part of ['Gate of Ann', accountId, 'Harbor Gate 1', 'ann@']) expect(text).toContain(part);
  for (const part of ['Gate of Bob', other.accountId, other.number]) expect(text).not.toContain(part);
});
