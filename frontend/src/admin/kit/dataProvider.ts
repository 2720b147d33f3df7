import { paths } from '@portal/contract';
import simpleRestProvider from 'ra-data-simple-rest';
import type { DataProvider, Identifier, RaRecord } from 'react-admin';
import type { Revised } from '../../shared/form/RevisedDialog.tsx';
import { problemIn } from '../../shared/http/problem.ts';

/** The admin resources and where the spec puts them (S2-7). */
const RESOURCE_PATHS: Readonly<Record<string, string>> = {
  users: paths.admin.users,
  companies: paths.admin.accounts,
  sites: paths.admin.sites,
  migrations: paths.admin.migrations,
  /** The Invoicing tab: dealers by what they will be billed. */
  invoicing: paths.admin.users,
  invoices: paths.admin.invoices,
  orders: paths.admin.orders,
  payments: paths.admin.payments,
  'billing-runs': paths.admin.billingRuns,
  disputes: paths.admin.disputes,
  contacts: paths.admin.contacts,
  mails: paths.admin.mails,
};

/** Ids asked for in one getMany: 100 UUIDs stay far below the longest request line a server takes. */
const IDS_PER_REQUEST = 100;

/** The reason, kept in the record's history. */
export interface Because {
  readonly reason?: string | undefined;
  /** Also erases a deleted user's personal data. */
  readonly erase?: true;
}

export type AdminDataProvider = ReturnType<typeof createDataProvider>;

/**
 * The admin data provider: ra-data-simple-rest for reading, named actions for changes. Actions state the result and
 * send no If-Match, so another administrator's edit does not refuse them.
 */
export function createDataProvider(http: HttpClient) {
  const rest = simpleRestProvider('', http);

  const urlOf = (resource: string, id: Identifier) => `${pathOf(resource)}/${encodeURIComponent(id)}`;
  const act = async (url: string, body: unknown, method = 'PATCH') => {
    const { json } = await http(url, { method, body: JSON.stringify(body) });
    return json as RaRecord;
  };
  /** A change whose answer has the record's new revision; refused with 412 where the record is no longer at `etag`. */
  const revise = async <R extends RaRecord>(
    method: string,
    url: string,
    body: unknown,
    etag: string | null,
  ) => {
    const { json, headers } = await http(url, {
      method,
      body: JSON.stringify(body),
      ...(etag === null ? {} : { headers: new Headers({ 'If-Match': etag }) }),
    });
    return { record: json as R, etag: headers.get('etag') };
  };
  const setSiteStatus = (id: Identifier, status: 'active' | 'inactive', because?: Because) =>
    act(paths.admin.site(String(id)), { status, ...because });

  const reading: DataProvider = {
    supportAbortSignal: true,

    getList: (resource, params) => rest.getList(restName(resource), params),
    getManyReference: (resource, params) => rest.getManyReference(restName(resource), params),

    getOne: async (resource, params) => {
      const { json } = await http(
        urlOf(resource, params.id),
        params.signal === undefined ? {} : { signal: params.signal },
      );
      return { data: json as never };
    },

    getMany: async (resource, params) => {
      const pages = chunked([...new Set(params.ids)], IDS_PER_REQUEST);
      const answers = await Promise.all(
        pages.map((ids) => rest.getMany(restName(resource), { ...params, ids })),
      );
      return { data: answers.flatMap((answer) => answer.data) as never };
    },

    create: async (resource, params) => {
      const { json } = await http(pathOf(resource), { method: 'POST', body: JSON.stringify(params.data) });
      return { data: json as never };
    },

    update: unused,
    updateMany: unused,
    delete: unused,
    deleteMany: unused,
  };

  return {
    ...reading,

    approveUser: (id: Identifier) => act(paths.admin.approval(String(id)), { isApproved: true }),
    disapproveUser: (id: Identifier, because: Because) =>
      act(paths.admin.approval(String(id)), { isApproved: false, ...because }),
    resetSecondFactor: (id: Identifier, because: Because) =>
      act(paths.admin.secondFactor(String(id)), because, 'DELETE'),
    approveSite: (id: Identifier) => setSiteStatus(id, 'active'),
    deactivateSite: (id: Identifier, because?: Because) => setSiteStatus(id, 'inactive', because),
    reactivateSite: (id: Identifier, because?: Because) => setSiteStatus(id, 'active', because),
    /** Issues what is due of a month, `2026-12`, and not issued yet. */
    runBilling: (period: string, because: Because) =>
      act(paths.admin.runBilling, { period, ...because }, 'POST'),
    retryRefund: (id: Identifier, refundId: string, because: Because) =>
      act(paths.admin.retryRefund(String(id)), { refund_id: refundId, ...because }, 'POST'),
    endPayment: (id: Identifier, because: Because) =>
      act(paths.admin.endPayment(String(id)), because, 'POST'),
    sendMailAgain: (id: Identifier) => act(paths.admin.sendMailAgain(String(id)), {}, 'POST'),
    saveSettings: (settings: object) => act(paths.admin.portalSettings, settings),
    /** Answers a dealer's request for another number of readers. */
    answerReaderChange: (
      id: Identifier,
      answer: { readonly approved: boolean; readonly number_of_readers: string },
      because: Because,
    ) => act(paths.admin.siteReaderChange(String(id)), { ...answer, ...because }, 'POST'),
    approveMigration: (id: Identifier) => act(paths.admin.approveMigration(String(id)), {}, 'POST'),
    remove: (resource: string, id: Identifier, { erase, ...because }: Because) =>
      act(`${urlOf(resource, id)}${erase === true ? '?erase=true' : ''}`, because, 'DELETE'),
    setDemo: (id: Identifier, isDemo: boolean, because: Because) =>
      act(paths.admin.demoStatus(String(id)), { is_demo_account: isDemo, ...because }, 'PUT'),
    markContactAnswered: (id: Identifier) => act(paths.admin.contact(String(id)), { answered: true }),

    /** Reads a record with a revision for the dialog alone; pages behind it read again after every change. */
    readForEdit: async <R extends RaRecord>(resource: string, id: Identifier): Promise<Revised<R>> => {
      const { json, headers } = await http(urlOf(resource, id));
      return { record: json as R, etag: headers.get('etag') };
    },
    saveChanges: <R extends RaRecord>(
      resource: string,
      id: Identifier,
      changes: object,
      etag: string | null,
    ) => revise<R>('PATCH', urlOf(resource, id), changes, etag),
    saveDemo: <R extends RaRecord>(id: Identifier, isDemo: boolean, because: Because, etag: string | null) =>
      revise<R>('PUT', paths.admin.demoStatus(String(id)), { is_demo_account: isDemo, ...because }, etag),
    savePromotion: <R extends RaRecord>(id: Identifier, promotion: object, etag: string | null) =>
      revise<R>('PATCH', paths.admin.promotionalPricing(String(id)), promotion, etag),
  };
}

/** react-admin's own mutations; records are changed by actions and `saveChanges`. */
const unused = () => Promise.reject(new Error('The portal has no such mutation.'));

function pathOf(resource: string): string {
  const path = RESOURCE_PATHS[resource];
  if (path === undefined) throw new Error(`No admin path is known for "${resource}".`);
  return path;
}

/** simple-rest joins `${apiUrl}/${resource}`; with an empty apiUrl the resource is the path without its slash. */
const restName = (resource: string) => pathOf(resource).slice(1);

function chunked<T>(items: readonly T[], size: number): T[][] {
  const pages: T[][] = [];
  for (let start = 0; start < items.length; start += size) pages.push(items.slice(start, start + size));
  return pages;
}

interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
  readonly json: unknown;
}

/** Sends a request with session, read position and command key. */
type Send = (url: string, init: RequestInit) => Promise<Response>;

/** Rejects with an HttpError unless the status is 2xx, with a TypeError where the network fails. */
type HttpClient = (url: string, options?: RequestInit) => Promise<HttpAnswer>;

export function createHttpClient(send: Send): HttpClient {
  return async (url, options = {}) => {
    const response = await send(url, options);
    const body = await response.text();
    if (!response.ok) throw problemIn(body, response);
    const json = parseJson(body);
    return { status: response.status, headers: response.headers, body, json };
  };
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    // a proxy's page or an empty body
    return undefined;
  }
}
