import { screen } from '@testing-library/react';
import { vi } from 'vitest';
import { anInvoice, aPaidInvoice, aSummary } from '../../../dealer/invoices/testing/records.ts';
import { openPage } from '../../../shared/testing/openPage.tsx';
import { json, markSignedIn } from '../../../shared/testing/server.ts';
import { isResource } from '../../dataProvider/resourcePaths.ts';
import { refusedName } from '../../testing/fakeApi.ts';
import { aCompanyOverview, anAccount, anAdmin, aSite, aUser } from '../../testing/records.ts';

interface ApiCall {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
}
export type ApiAnswer = unknown | ((call: ApiCall) => Response);

const LIST = { 'Content-Range': 'rows */0' };

/** A dealer with an active, a pending and an inactive site, one open and one paid invoice. */
const portfolio: Readonly<Record<string, ApiAnswer>> = {
  'GET /api/user': anAdmin(),
  'GET /api/admin/users/u1': aUser({ account_id: 'c1' }),
  'GET /api/admin/accounts/c1': anAccount(),
  'GET /api/admin/accounts/c1/billing-summary': aSummary({ account_id: 'c1' }),
  'GET /api/admin/accounts/c1/billing-summary/differences': null,
  'GET /api/admin/accounts/c1/overview': aCompanyOverview(),
  'GET /api/admin/accounts/c1/charges': [],
  'GET /api/admin/accounts/c1/tax-exemption': { tax_is_on: false, exemption: null },
  'GET /api/admin/accounts/c1/credit': { today: '2026-12-01', balances: [], payouts: [] },
  'GET /api/admin/sites': [
    aSite({ id: 's1', site_name: 'Harbor View' }),
    aSite({ id: 's2', site_name: 'Pier 7', status: 'pending', number_of_readers: '5' }),
    aSite({ id: 's3', site_name: 'Old Mill', status: 'inactive', custom_reader_rate: 4.5 }),
  ],
  'GET /api/admin/invoices': [
    anInvoice({ id: 'i2', invoice_number: 'N-2', is_overdue: true }),
    aPaidInvoice({ id: 'i1', invoice_number: 'N-1', invoice_date: '2026-11-01' }),
  ],
};

/** Opens a page as an administrator over answers by method and path; lists that are not among them are empty. */
export async function openWithApi(path: string, answers: Readonly<Record<string, ApiAnswer>> = {}) {
  const table = { ...portfolio, ...answers };
  const calls: ApiCall[] = [];
  markSignedIn();
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const url = new URL(String(input), 'http://portal.test');
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    const call = { method: init.method ?? 'GET', path: url.pathname, query: url.searchParams, body };
    calls.push(call);
    const answer = table[`${call.method} ${call.path}`];
    // the menu counts what waits
    if (url.searchParams.get('range') === '[0,0]') return json([], 200, LIST);
    const list = /^\/api\/admin\/([^/]+)$/.exec(call.path)?.[1] ?? '';
    const refused = isResource(list) && refusedName(list, JSON.parse(call.query.get('filter') ?? '{}'));
    if (refused) return refused;
    if (answer === undefined) return json({ error: `${call.method} ${call.path} is not there` }, 404);
    return typeof answer === 'function' ? (answer as (call: ApiCall) => Response)(call) : json(answer);
  });
  // outside production react-admin writes each failed call to the console as well
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const page = openPage(path);
  // the whole administration is transformed when it is first asked for
  await screen.findByRole('heading', { level: 1 }, { timeout: 40_000 });
  const changes = () => calls.filter(({ method }) => method !== 'GET');
  return { ...page, calls, changes };
}

/** Refuses for now, without words of the server that a person could read. */
export const away = () => new Response('', { status: 503 });
