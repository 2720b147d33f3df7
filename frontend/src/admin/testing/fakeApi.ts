import type { Account, AdminUser, ContactMessage, MailDetail, SessionUser, Site } from '@portal/contract';

export interface FakeData {
  readonly me: SessionUser | null;
  readonly users: AdminUser[];
  readonly sites: Site[];
  readonly accounts: Account[];
  readonly contacts: ContactMessage[];
  readonly mails: MailDetail[];
}

export interface FakeCall {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly headers: Headers;
}

type Row = Record<string, unknown> & { id: string };

const problem = (status: number, error: string) =>
  new Response(JSON.stringify({ error, message: error }), { status, headers: JSON_TYPE });
const JSON_TYPE = { 'Content-Type': 'application/json' };
const one = (row: unknown) => new Response(JSON.stringify(row), { headers: JSON_TYPE });

/**
 * The admin calls of the API in memory, for specs: lists with sort, range, filter and Content-Range, single reads,
 * approval and site status. `calls` records what was asked; `refuse` answers the next change with a problem.
 */
export class FakeApi {
  readonly calls: FakeCall[] = [];
  readonly data: FakeData;
  private refusal: Response | null = null;

  constructor(data: FakeData) {
    this.data = data;
  }

  /** The next change is answered with this. */
  refuse(status: number, error: string): void {
    this.refusal = problem(status, error);
  }

  changes(): readonly FakeCall[] {
    return this.calls.filter((call) => call.method !== 'GET');
  }

  /** Stands in for the browser's fetch. */
  readonly fetch = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(String(input), 'http://portal.test');
    const call: FakeCall = {
      method: init.method ?? 'GET',
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      headers: new Headers(init.headers),
    };
    this.calls.push(call);
    return this.answer(call);
  };

  private answer(call: FakeCall): Response {
    if (call.path === '/api/user')
      return this.data.me ? one(this.data.me) : problem(401, 'Please log in to continue.');
    const [noun, id, action] = call.path.replace('/api/admin/', '').split('/');
    const rows = this.rowsOf(noun, id !== undefined);
    if (rows === undefined) return problem(404, 'Not found');
    if (id === undefined) return list(noun ?? '', rows, call.query);
    const row = rows.find((candidate) => candidate.id === id);
    if (row === undefined) return problem(404, 'Not found');
    if (call.method === 'GET') return one(row);
    const refusal = this.refusal;
    this.refusal = null;
    if (refusal !== null) return refusal;
    const body = call.body as { isApproved?: boolean; answered?: true };
    if (action === 'approval') Object.assign(row, { is_approved: body.isApproved });
    else if (noun === 'contacts' && body.answered)
      Object.assign(row, { status: 'answered', answered_at: '2026-07-05T09:00:00.000Z' });
    else Object.assign(row, body);
    return one(row);
  }

  private rowsOf(noun: string | undefined, whole: boolean): Row[] | undefined {
    const { users, sites, accounts, contacts } = this.data;
    // a list holds no bodies, a single read does
    const mails = whole ? this.data.mails : this.data.mails.map(({ html: _h, text: _t, ...row }) => row);
    return { users, sites, accounts, contacts, mails }[noun ?? ''] as Row[] | undefined;
  }
}

/** What the server's lists may be sorted by; anything else is a 400, here as there. */
const SORTS: Readonly<Record<string, readonly string[]>> = {
  users: [
    ...[
      'id',
      'username',
      'name',
      'email',
      'company',
      'city',
      'state',
      'dealer_id',
      'is_admin',
      'is_approved',
    ],
    ...['created_at', 'active_sites', 'total_readers', 'projected_monthly_invoice_cents'],
  ],
  sites: [
    ...['id', 'site_name', 'site_city', 'site_state', 'status', 'number_of_readers', 'number_of_acu_panels'],
    ...['requested_date', 'created_at'],
  ],
  accounts: ['id', 'name', 'company_name', 'dealer_id', 'is_demo', 'is_demo_account', 'created_at'],
  contacts: [
    ...['id', 'contact_name', 'contact_email', 'contact_subject', 'status', 'created_at', 'answered_at'],
  ],
  mails: [
    ...['id', 'kind', 'recipient', 'subject', 'status', 'attempts', 'created_at', 'next_attempt_at'],
    'sent_at',
  ],
};
const FILTERS: Readonly<Record<string, readonly string[]>> = {
  users: ['q', 'id', 'account_id', 'dealer_id', 'is_approved', 'is_admin'],
  sites: ['q', 'id', 'account_id', 'user_id', 'status', 'site_state', 'software_version'],
  accounts: ['q', 'id', 'dealer_id', 'is_demo', 'is_demo_account', 'promotional_pricing_active'],
  contacts: ['q', 'id', 'status', 'contact_subject'],
  mails: ['q', 'id', 'status', 'kind', 'user_id'],
};

function list(noun: string, rows: readonly Row[], query: FakeCall['query']): Response {
  const filter = JSON.parse(query.filter ?? '{}') as Record<string, unknown>;
  const unknown = Object.keys(filter).find((field) => !FILTERS[noun]?.includes(field));
  if (unknown !== undefined) return problem(400, `This list can't be filtered by ${unknown}.`);
  const found = rows.filter((row) =>
    Object.entries(filter).every(([field, wanted]) => matches(row, field, wanted)),
  );
  const [field, order] = JSON.parse(query.sort ?? '["id","ASC"]') as [string, string];
  if (!SORTS[noun]?.includes(field)) return problem(400, `This list can't be sorted by ${field}.`);
  found.sort((a, b) => compare(a[field], b[field]) * (order === 'ASC' ? 1 : -1));
  const [first, last] = JSON.parse(query.range ?? `[0,${found.length}]`) as [number, number];
  const page = found.slice(first, last + 1);
  const range = page.length === 0 ? '*' : `${first}-${first + page.length - 1}`;
  return new Response(JSON.stringify(page), {
    headers: { ...JSON_TYPE, 'Content-Range': `${noun} ${range}/${found.length}` },
  });
}

function matches(row: Row, field: string, wanted: unknown): boolean {
  if (field === 'q') return JSON.stringify(row).toLowerCase().includes(String(wanted).toLowerCase());
  return Array.isArray(wanted) ? wanted.includes(row[field]) : row[field] === wanted;
}

function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a ?? '').localeCompare(String(b ?? ''), 'en', { numeric: true });
}
