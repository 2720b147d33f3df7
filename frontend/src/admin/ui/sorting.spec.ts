import { describe, expect, it } from 'vitest';
import { companyFields } from '../resources/companies/fields.tsx';
import { contactColumns, contactFields } from '../resources/contacts/fields.tsx';
import { mailFields } from '../resources/mails/fields.tsx';
import { siteFields } from '../resources/sites/fields.tsx';
import { userColumns, userFields } from '../resources/users/fields.tsx';
import { FakeApi } from '../testing/fakeApi.ts';
import { aMail, aMessage, anAccount, anAdmin, aSite, aUser } from '../testing/records.ts';
import { columnsOf, sourcesOf } from './fields.tsx';

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
    ['users', columnsOf(userFields, userColumns, 'users')],
    ['sites', columnsOf(siteFields, sourcesOf(siteFields), 'sites')],
    ['accounts', columnsOf(companyFields, sourcesOf(companyFields), 'companies')],
    ['contacts', columnsOf(contactFields, contactColumns, 'contacts')],
    ['mails', columnsOf(mailFields, sourcesOf(mailFields), 'mails')],
  ] as const)('offers for %s only what the server sorts by', async (noun, columns) => {
    for (const { source, disableSort } of columns.map((column) => column.props)) {
      const query = new URLSearchParams({ sort: JSON.stringify([source, 'ASC']) });
      const { status } = await api.fetch(`/api/admin/${noun}?${query}`);
      expect(`${source}: ${status}`).toBe(`${source}: ${disableSort ? 400 : 200}`);
    }
  });
});
