import { describe, expect, it } from 'vitest';
import { companyColumns } from '../companies/List.tsx';
import { contactColumns } from '../contacts/List.tsx';
import { mailColumns } from '../mails/List.tsx';
import { siteColumns } from '../sites/List.tsx';
import { FakeApi } from '../testing/fakeApi.ts';
import { aMail, aMessage, anAccount, anAdmin, aSite, aUser } from '../testing/records.ts';
import { userColumns } from '../users/List.tsx';

const api = new FakeApi({
  me: anAdmin(),
  users: [aUser()],
  sites: [aSite()],
  accounts: [anAccount()],
  contacts: [aMessage()],
  mails: [aMail()],
});

describe('sorting', () => {
  it.each([
    ['users', userColumns],
    ['sites', siteColumns],
    ['accounts', companyColumns],
    ['contacts', contactColumns],
    ['mails', mailColumns],
  ] as const)('offers for %s only what the server sorts by', async (noun, columns) => {
    for (const { source, sortable } of columns) {
      const query = new URLSearchParams({ sort: JSON.stringify([source, 'ASC']) });
      const { status } = await api.fetch(`/api/admin/${noun}?${query}`);
      expect(`${source}: ${status}`).toBe(`${source}: ${sortable === false ? 400 : 200}`);
    }
  });
});
