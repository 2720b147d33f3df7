import type {
  Account,
  AdminUser,
  Approval,
  BankLine,
  BillingRun,
  Collection,
  ContactMessage,
  CreditNote,
  Dispute,
  FilterName,
  InvoiceDetail,
  ListName,
  MailDetail,
  MigrationRecord,
  Note,
  Order,
  Payment,
  Receipt,
  Receivable,
  SessionUser,
  Site,
} from '@portal/contract';
import { LISTS, paths } from '@portal/contract';
import { aSummary } from '../../dealer/invoices/testing/records.ts';
import { listNameOf } from '../dataProvider/resourcePaths.ts';
import { overviewOf } from './overviewOf.ts';
import { aCompanyOverview, aSite, aUser } from './records.ts';

export interface FakeData {
  readonly me: SessionUser | null;
  readonly users: AdminUser[];
  readonly sites: Site[];
  readonly accounts: Account[];
  readonly contacts: ContactMessage[];
  readonly mails: MailDetail[];
  readonly migrations: MigrationRecord[];
  readonly invoices: InvoiceDetail[];
  readonly orders: Order[];
  readonly payments: Payment[];
  readonly receivables: Receivable[];
  readonly collections: Collection[];
  readonly receipts: Receipt[];
  readonly 'credit-notes': CreditNote[];
  readonly 'bank-lines': BankLine[];
  readonly disputes: Dispute[];
  readonly notes: Note[];
  readonly approvals: Approval[];
  readonly 'billing-runs': BillingRun[];
  /** What is no list: the answer to a GET by its path, changed by a PUT or PATCH of it; also a Response. */
  readonly answers: Record<string, unknown>;
}

export interface FakeCall {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly headers: Headers;
}

type Row = Record<string, unknown> & { id: string };

interface Place {
  readonly noun: string | undefined;
  readonly id: string | undefined;
  readonly action: string | undefined;
}

const problem = (status: number, error: string, more: object = {}) =>
  new Response(JSON.stringify({ error, message: error, ...more }), { status, headers: JSON_TYPE });
const JSON_TYPE = { 'Content-Type': 'application/json' };
const one = (row: unknown, etag?: string) =>
  new Response(JSON.stringify(row), {
    headers: { ...JSON_TYPE, ...(etag === undefined ? {} : { ETag: etag }) },
  });

/**
 * The admin calls of the API in memory, for specs: lists with sort, range, filter and Content-Range, single reads,
 * changes. `calls` records what was asked; `refuse` answers the next change with a problem.
 */
export class FakeApi {
  readonly calls: FakeCall[] = [];
  readonly data: FakeData;
  private refusal: { readonly answer: Response; readonly path: string } | null = null;
  private revision = 1;
  private held: Promise<void> = Promise.resolve();

  /** What is left out is empty. */
  constructor(data: Partial<FakeData>) {
    this.data = {
      me: null,
      users: [],
      sites: [],
      accounts: [],
      contacts: [],
      mails: [],
      migrations: [],
      invoices: [],
      orders: [],
      payments: [],
      receivables: [],
      collections: [],
      receipts: [],
      'credit-notes': [],
      'bank-lines': [],
      disputes: [],
      notes: [],
      approvals: [],
      'billing-runs': [],
      ...data,
      answers: {
        [paths.admin.savedViews]: [],
        [paths.admin.exports]: {},
        [paths.admin.taxRates]: [],
        [paths.admin.credit('c1')]: { today: '2026-12-01', balances: [], payouts: [] },
        [paths.admin.accountOverview('c1')]: aCompanyOverview(),
        [paths.admin.billingSummary('c1')]: aSummary({ account_id: 'c1' }),
        [`${paths.admin.billingSummary('c1')}/differences`]: null,
        [paths.admin.alerts]: { open: [], closed: [] },
        ...data.answers,
      },
    };
  }

  /** The next change is answered with this. */
  refuse(status: number, error: string, more: object = {}): void {
    this.answerNext(problem(status, error, more));
  }

  /** The next change of a path that ends so is answered with this; others before it go through. */
  refuseAt(path: string, status: number, error: string): void {
    this.refusal = { answer: problem(status, error), path };
  }

  /** The next change is answered with this, whatever it is. */
  answerNext(answer: Response): void {
    this.refusal = { answer, path: '' };
  }

  /** Changes are carried out, but not answered until the function is called that this returns. */
  holdAnswers(): () => void {
    let release = () => {};
    this.held = new Promise((resolve) => {
      release = resolve;
    });
    return release;
  }

  changes(): readonly FakeCall[] {
    const isPreview = (path: string) => path.startsWith('/api/admin/preview-');
    return this.calls.filter(({ method, path }) => method !== 'GET' && !isPreview(path));
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
    const answer = this.answer(call);
    if (call.method !== 'GET') await this.held;
    return answer;
  };

  private answer(call: FakeCall): Response {
    if (call.path === '/api/user')
      return this.data.me ? one(this.data.me) : problem(401, 'Please log in to continue.');
    if (call.path in this.data.answers) return this.plain(call);
    if (call.path === paths.admin.overview) return one(overviewOf(this.data));
    if (call.path === paths.admin.overviewBilled) return one({ period: '2026-07', live: null, demo: null });
    if (call.path === paths.admin.totals) return one([]);
    if (call.path === paths.admin.counts) return this.counts(call.query);
    const [noun, id, action] = call.path.replace('/api/admin/', '').split('/');
    const rows = this.rowsOf(noun, id !== undefined);
    if (rows === undefined) return problem(404, 'Not found');
    if (call.method === 'GET' && id === 'totals') return one([]);
    if (call.method === 'GET' && id === undefined) return list(noun ?? '', rows, call.query);
    if (call.method === 'GET' && action === 'erasure') return problem(404, 'User not found');
    if (call.method === 'GET' && id !== undefined) {
      const row = rows.find((candidate) => candidate.id === id);
      return row === undefined ? problem(404, 'Not found') : one(row, this.etag());
    }
    const refusal = this.refusal;
    if (refusal !== null && call.path.endsWith(refusal.path)) {
      this.refusal = null;
      return refusal.answer;
    }
    return this.change(call, rows, { noun, id, action });
  }

  private counts({ list = '', filter = '{}', tabs = '[]' }: FakeCall['query']): Response {
    const rows = this.rowsOf(list, false) ?? [];
    const filters = (JSON.parse(tabs) as object[]).map((tab) => ({ ...JSON.parse(filter), ...tab }));
    const refused = filters.map((wanted) => refusedName(list, wanted)).find(Boolean);
    return refused ?? one(filters.map((wanted) => rows.filter(fits(wanted)).length));
  }

  private plain(call: FakeCall): Response {
    const refusal = this.refusal;
    if (call.method !== 'GET' && refusal !== null && call.path.endsWith(refusal.path)) {
      this.refusal = null;
      return refusal.answer;
    }
    const kept = this.data.answers[call.path];
    if (Array.isArray(kept) && call.method === 'POST') this.data.answers[call.path] = [...kept, call.body];
    if (Array.isArray(kept) && call.method === 'DELETE') {
      const isNamed = (row: Row) =>
        Object.entries(call.body ?? {}).every(([field, value]) => row[field] === value);
      this.data.answers[call.path] = kept.filter((row) => !isNamed(row));
    }
    if (call.method === 'PUT' || call.method === 'PATCH') this.data.answers[call.path] = call.body;
    const answer = this.data.answers[call.path];
    return answer instanceof Response ? answer.clone() : one(answer);
  }

  private etag(): string {
    return `"${this.revision}"`;
  }

  private change(call: FakeCall, rows: Row[], { noun, id, action }: Place): Response {
    this.revision += 1;
    if (call.method === 'POST' && action === undefined) {
      const whole = noun === 'sites' ? aSite() : aUser();
      const made = { ...whole, ...asKept(call.body as Row), id: `new${this.revision}` };
      rows.push(made);
      return one(made, this.etag());
    }
    const row = rows.find((candidate) => candidate.id === id);
    if (row === undefined) return problem(404, 'Not found');
    if (call.method === 'DELETE' && action === undefined) rows.splice(rows.indexOf(row), 1);
    const { reason: _why, ...body } = (call.body ?? {}) as Record<string, unknown>;
    Object.assign(row, effectOf(noun, action)(body));
    return one(row, this.etag());
  }

  private rowsOf(noun: string | undefined, whole: boolean): Row[] | undefined {
    const { me: _me, answers: _answers, ...lists } = this.data;
    // a list holds no bodies, a single read does
    const mails = whole ? this.data.mails : this.data.mails.map(({ html: _h, text: _t, ...row }) => row);
    const invoices = whole
      ? this.data.invoices
      : this.data.invoices.map(({ items: _i, refunds: _r, user: _u, ...row }) => row);
    return ({ ...lists, mails, invoices } as Record<string, unknown>)[noun ?? ''] as Row[] | undefined;
  }
}

/** What a command changes in its record, from the command's body. */
type Effect = (body: Readonly<Record<string, unknown>>) => object;

/** By the last part of the path. */
const ACTION_EFFECTS: Readonly<Record<string, Effect>> = {
  'send-reminder': () => ({}),
  match: () => ({ status: 'matched', proposal: null, candidates: [] }),
  'set-aside': () => ({ status: 'set_aside' }),
  'take-back': () => ({ status: 'unmatched', reason: null }),
  approval: ({ isApproved }) => ({ is_approved: isApproved }),
  approve: () => ({
    status: 'approved',
    site_id: 's9',
    message: 'Migration approved and converted to a site',
  }),
  'reader-change': ({ approved, number_of_readers }) => ({
    requested_readers: null,
    ...(approved === true && { number_of_readers }),
  }),
  'second-factor': () => ({ second_factor: 'off' }),
  'send-again': () => ({ status: 'queued', attempts: 0 }),
};

/** Of a PATCH by resource; the others keep the fields of the body. */
const PATCH_EFFECTS: Readonly<Record<string, Effect>> = {
  contacts: () => ({ status: 'answered', answered_at: '2026-07-05T09:00:00.000Z' }),
};

const effectOf = (noun = '', action = ''): Effect => ACTION_EFFECTS[action] ?? PATCH_EFFECTS[noun] ?? asKept;

/** Figures arrive as text or number and are kept as numbers; a blank rate is none. */
function asKept(body: Record<string, unknown>): Record<string, unknown> {
  const kept = ([field, value]: [string, unknown]) =>
    /_(rate|months)$/.test(field) ? [field, value === '' ? null : Number(value)] : [field, value];
  return Object.fromEntries(Object.entries(body).map(kept));
}

function list(noun: string, rows: readonly Row[], query: FakeCall['query']): Response {
  const filter = JSON.parse(query.filter ?? '{}') as Record<string, unknown>;
  const [field, order] = JSON.parse(query.sort ?? '["id","ASC"]') as [string, string];
  const refused = refusedName(noun, filter, field);
  if (refused !== undefined) return refused;
  const found = rows.filter(fits(filter));
  found.sort((a, b) => compare(a[field], b[field]) * (order === 'ASC' ? 1 : -1));
  const [first, last] = JSON.parse(query.range ?? `[0,${found.length}]`) as [number, number];
  const page = found.slice(first, last + 1);
  const range = page.length === 0 ? '*' : `${first}-${first + page.length - 1}`;
  return new Response(JSON.stringify(page), {
    headers: { ...JSON_TYPE, 'Content-Range': `${noun} ${range}/${found.length}` },
  });
}

/** The refusal of a name that the contract's list does not filter or sort by, as the server's. */
export function refusedName(noun: string, filter: object, sort?: string): Response | undefined {
  const { sorts, filters }: { readonly sorts: readonly string[]; readonly filters: readonly string[] } =
    LISTS[listNameOf(noun)];
  const unknown = Object.keys(filter).find((field) => !filters.includes(field));
  if (unknown !== undefined) return problem(400, `This list can't be filtered by ${unknown}.`);
  if (sort !== undefined && !sorts.includes(sort))
    return problem(400, `This list can't be sorted by ${sort}.`);
  return undefined;
}

/** Filters that are no fields of the rows. */
const FITS: { readonly [Name in FilterName<ListName>]?: (row: Row, wanted: unknown) => boolean } = {
  q: (row, wanted) => JSON.stringify(row).toLowerCase().includes(String(wanted).toLowerCase()),
  mentions: (row, wanted) => (row.mentions as unknown[]).includes(wanted),
  reader_change_requested: (row, wanted) => (row.requested_readers != null) === wanted,
};

const fits = (filter: object) => (row: Row) =>
  Object.entries(filter).every(([field, wanted]) => {
    const special = FITS[field as FilterName<ListName>];
    if (special !== undefined) return special(row, wanted);
    return Array.isArray(wanted) ? wanted.includes(row[field]) : row[field] === wanted;
  });

function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a ?? '').localeCompare(String(b ?? ''), 'en', { numeric: true });
}
