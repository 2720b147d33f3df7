import { LISTS, type ListName, paths, SUMMED_LISTS } from '@portal/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HttpClient } from './support/httpClient.ts';
import { startTestPortal, type TestPortal } from './support/testPortal.ts';

let portal: TestPortal;
let admin: HttpClient;

beforeAll(async () => {
  portal = await startTestPortal();
  admin = await portal.admin();
});
afterAll(() => portal.stop());

const LIST_NAMES = Object.keys(LISTS) as ListName[];
/** Other fields take null, for none. */
const VALUES: Readonly<Record<string, unknown>> = {
  q: 'acme',
  created_at_gte: '2026-07-04',
  day_gte: '2026-07-04',
  day_lte: '2026-07-04',
};

async function statusOf(list: ListName, query: { readonly sort?: unknown; readonly filter?: unknown }) {
  const texts = Object.entries({ ...query, range: [0, 9] }).map(([name, value]) => [
    name,
    JSON.stringify(value),
  ]);
  return (await admin.get(`/api/admin/${list}?${new URLSearchParams(texts)}`)).status;
}
const sorted = (list: ListName, field: string) => statusOf(list, { sort: [field, 'ASC'] });
const filtered = (list: ListName, field: string) =>
  statusOf(list, { filter: { [field]: VALUES[field] ?? null } });

it.each(LIST_NAMES)('%s are sorted and filtered by every name of the contract', async (list) => {
  for (const field of LISTS[list].sorts)
    expect(`sort ${field}: ${await sorted(list, field)}`).toBe(`sort ${field}: 200`);
  for (const field of LISTS[list].filters)
    expect(`filter ${field}: ${await filtered(list, field)}`).toBe(`filter ${field}: 200`);
});

it.each(LIST_NAMES)('%s refuse any other name', async (list) => {
  expect([await sorted(list, 'made_up'), await filtered(list, 'made_up')]).toEqual([400, 400]);
});

it.each(SUMMED_LISTS)('%s are summed up under every filter of the contract', async (list) => {
  for (const field of LISTS[list].filters) {
    const filter = JSON.stringify({ [field]: VALUES[field] ?? null });
    const { status } = await admin.get(`${paths.admin.totals}?${new URLSearchParams({ list, filter })}`);
    expect(`filter ${field}: ${status}`).toBe(`filter ${field}: 200`);
  }
});
