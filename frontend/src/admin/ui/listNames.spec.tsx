import { LISTS, paths } from '@portal/contract';
import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { resources } from '../app/resources.ts';
import { isResource, listNameOf } from '../dataProvider/resourcePaths.ts';
import type { FakeCall } from '../testing/fakeApi.ts';
import {
  aBankLine,
  aCollection,
  aCreditNote,
  aDispute,
  aMigration,
  aNote,
  anApproval,
  anInvoice,
  anOrder,
  aPayment,
  aReceipt,
  aReceivable,
  aRun,
} from '../testing/moneyRecords.ts';
import { closeAdmin, openAdmin } from '../testing/openAdmin.tsx';
import { aMail, aMessage, anAccount, aSite, aUser } from '../testing/records.ts';

const data = () => ({
  users: [aUser({ is_approved: true, is_admin: false })],
  accounts: [anAccount()],
  sites: [aSite()],
  migrations: [aMigration({ status: 'pending' })],
  invoices: [anInvoice()],
  orders: [anOrder()],
  payments: [aPayment()],
  receivables: [aReceivable()],
  collections: [aCollection()],
  receipts: [aReceipt()],
  'credit-notes': [aCreditNote()],
  'bank-lines': [aBankLine()],
  'billing-runs': [aRun()],
  disputes: [aDispute()],
  notes: [aNote()],
  approvals: [anApproval()],
  contacts: [aMessage({ status: 'open' })],
  mails: [aMail()],
});

/** The filters and sorts that a call names. */
const namesIn = ({ filter = '{}', tabs = '[]', sort = '[]' }: FakeCall['query']) => ({
  filters: [JSON.parse(filter), ...JSON.parse(tabs)].flatMap(Object.keys),
  sorts: JSON.parse(sort).slice(0, 1),
});

describe('names of sorts and filters', () => {
  afterEach(closeAdmin);

  it.each(resources.map(({ name }) => name))('are those of the contract in the list of %s', async (name) => {
    const list = listNameOf(name);
    expect(Object.keys(data()), `data() lacks a record of ${list}`).toContain(list);
    const { api } = openAdmin(`/admin-dashboard/${name}`, data());
    const table = await screen.findByRole('table');
    const { sorts, filters }: Record<'sorts' | 'filters', readonly string[]> = LISTS[list];

    const asked = api.calls
      .filter(({ path, query }) =>
        path === paths.admin.counts ? query.list === name : path === `/api/admin/${list}`,
      )
      .map(({ query }) => namesIn(query));
    expect(sorts).toEqual(expect.arrayContaining(asked.flatMap((names) => names.sorts)));
    expect(filters).toEqual(expect.arrayContaining(asked.flatMap((names) => names.filters)));

    const inputs = [...document.querySelectorAll('input[name]')].filter((input) => !table.contains(input));
    expect(filters).toEqual(expect.arrayContaining(inputs.map((input) => input.getAttribute('name'))));

    const columns = [...table.querySelectorAll('th')];
    const sortable = columns.flatMap((column) =>
      [...column.querySelectorAll('[data-field]')].map((label) => label.getAttribute('data-field')),
    );
    expect(sortable.length).toBeGreaterThan(0);
    expect(sorts).toEqual(expect.arrayContaining(sortable));
  });

  it('cover every list', () => {
    expect(resources.filter(({ name }) => !isResource(name))).toEqual([]);
  });
});
