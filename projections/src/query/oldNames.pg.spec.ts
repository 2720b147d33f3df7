import { accountStream, userStream } from '@portal/domain';
import { expect, it } from 'vitest';
import { bench } from '../../test/harness.ts';
import { opened, registered } from '../../test/history.ts';
import { listAccounts, listSites, listUsers } from '../index.ts';

const today = '2026-01-06';

// Proves I35-30
it('finds and sorts names that were recorded before names were checked, and shows them as recorded', async () => {
  const test = await bench();
  const { history } = test;
  const names = ['Zenith', 'acme', 'E\u0301cluse', 'Beta', 'O\u2019Brien', '\u2800'];
  for (const [n, companyName] of names.entries()) {
    const account = { ...opened(`n${n}`, `user-${n}`, `a${n}`), companyName };
    await history.add(accountStream(`a${n}`), [`a${n}`], { type: 'AccountOpened', data: account });
  }
  await history.add(userStream('user-0'), ['a0'], {
    type: 'DealerRegistered',
    data: { ...registered('n0', 'user-0', 'a0'), username: 'an\u200Bn' },
  });
  await history.site('a0', 'depot', { siteName: 'De\u0301po\u0302t' });
  await (await test.start()).caughtUp();
  const companies = async (q?: string) =>
    (
      await listAccounts(
        test.pool,
        { sort: ['company_name', 'ASC'], ...(q === undefined ? {} : { filter: { q } }) },
        today,
      )
    ).rows.map(({ company_name }) => company_name);
  expect((await companies()).filter((name) => name !== '\u2800')).toEqual([
    'acme',
    'Beta',
    'E\u0301cluse',
    'O\u2019Brien',
    'Zenith',
  ]);
  expect(await companies()).toContain('\u2800');
  for (const q of ['\u00c9cluse', 'ecluse']) expect(await companies(q)).toEqual(['E\u0301cluse']);
  expect(await companies("o'brien")).toEqual(['O\u2019Brien']);
  const days = { today, billingDate: '2026-02-01' };
  const users = await listUsers(test.pool, { filter: { q: 'ann' } }, days);
  expect(users.rows.map(({ username }) => username)).toEqual(['an\u200Bn']);
  const sites = await listSites(test.pool, { filter: { q: 'D\u00e9p\u00f4t' } }, today);
  expect(sites.rows.map(({ site_name }) => site_name)).toEqual(['De\u0301po\u0302t']);
});
