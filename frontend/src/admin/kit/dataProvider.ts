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

/** Why it is done, kept for the record's history. */
export interface Because {
  readonly reason?: string | undefined;
  /** The personal data of a user that is deleted is erased with it. */
  readonly erase?: true;
}

/** The product's actions are actions, never an edit of a status field. */
interface Actions {
  /** PATCH /api/admin/users/{id}/approval with isApproved true. */
  approveUser(id: Identifier): Promise<RaRecord>;
  /** The same with isApproved false. */
  disapproveUser(id: Identifier, because?: Because): Promise<RaRecord>;
  /** DELETE /api/admin/users/{id}/second-factor; the server wants a reason. */
  resetSecondFactor(id: Identifier, because?: Because): Promise<RaRecord>;
  /** pending -> active; PATCH /api/admin/sites/{id}. */
  approveSite(id: Identifier): Promise<RaRecord>;
  /** active -> inactive. */
  deactivateSite(id: Identifier, because?: Because): Promise<RaRecord>;
  /** inactive -> active. */
  reactivateSite(id: Identifier, because?: Because): Promise<RaRecord>;
  /** The answer to the readers a dealer asks for; POST /api/admin/sites/{id}/reader-change. */
  answerReaderChange(
    id: Identifier,
    answer: { readonly approved: boolean; readonly number_of_readers: string },
    because?: Because,
  ): Promise<RaRecord>;
  /** pending -> approved, and a site comes of it; POST /api/admin/migrations/{id}/approve. */
  approveMigration(id: Identifier): Promise<RaRecord>;
  /** Issues what is due of a month, `2026-12`, and not issued yet; POST /api/admin/run-billing. */
  runBilling(period: string, because?: Because): Promise<RaRecord>;
  /** A refund that failed, once more; POST /api/admin/payments/{id}/retry-refund. */
  retryRefund(id: Identifier, refundId: string, because?: Because): Promise<RaRecord>;
  /** Ends an attempt the provider does not know; POST /api/admin/payments/{id}/end. */
  endPayment(id: Identifier, because?: Because): Promise<RaRecord>;
  /** dead -> queued; POST /api/admin/mails/{id}/send-again. */
  sendMailAgain(id: Identifier): Promise<RaRecord>;
  /** PATCH /api/admin/portal-settings. */
  saveSettings(settings: object): Promise<RaRecord>;
  /** DELETE of a user, a site or a migration. */
  remove(resource: string, id: Identifier, because?: Because): Promise<RaRecord>;
  /** PUT /api/admin/accounts/{id}/demo-status. */
  setDemo(id: Identifier, isDemo: boolean, because?: Because): Promise<RaRecord>;
  /** open -> answered; PATCH /api/admin/contacts/{id}. */
  markContactAnswered(id: Identifier): Promise<RaRecord>;
}

/**
 * What an edit dialog needs. The revision is the dialog's own: pages behind it read again after everybody's change,
 * and with their revision the dialog would overwrite what it has never shown.
 */
interface Editing {
  /** One record as it is now. */
  readForEdit<R extends RaRecord>(resource: string, id: Identifier): Promise<Revised<R>>;
  /** PATCH of these fields, refused with 412 where the record is no longer at `etag`. */
  saveChanges<R extends RaRecord>(
    resource: string,
    id: Identifier,
    changes: object,
    etag: string | null,
  ): Promise<Revised<R>>;
  /** PUT of a company's demo status, with the revision after it. */
  saveDemo<R extends RaRecord>(
    id: Identifier,
    isDemo: boolean,
    because: Because,
    etag: string | null,
  ): Promise<Revised<R>>;
  /** PATCH of a company's promotional pricing, with the revision after it. */
  savePromotion<R extends RaRecord>(
    id: Identifier,
    promotion: object,
    etag: string | null,
  ): Promise<Revised<R>>;
}

export type AdminDataProvider = DataProvider & Actions & Editing;

/** The admin data provider: ra-data-simple-rest for reading, PATCH of the changed fields for writing, named actions. */
export function createDataProvider(http: HttpClient): AdminDataProvider {
  const rest = simpleRestProvider('', http);

  const urlOf = (resource: string, id: Identifier) => `${pathOf(resource)}/${encodeURIComponent(id)}`;
  /** Actions state what must become true, so they carry no If-Match: another admin's edit does not refuse them. */
  const act = async (url: string, body: unknown, method = 'PATCH') => {
    const { json } = await http(url, { method, body: JSON.stringify(body) });
    return json as RaRecord;
  };
  /** A change whose answer carries the record's new revision. */
  const revise = async <R extends RaRecord>(
    method: string,
    url: string,
    body: unknown,
    etag: string | null = null,
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

  return {
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

    approveUser: (id) => act(paths.admin.approval(String(id)), { isApproved: true }),
    disapproveUser: (id, because) => act(paths.admin.approval(String(id)), { isApproved: false, ...because }),
    resetSecondFactor: (id, because = {}) => act(paths.admin.secondFactor(String(id)), because, 'DELETE'),
    approveSite: (id) => setSiteStatus(id, 'active'),
    deactivateSite: (id, because) => setSiteStatus(id, 'inactive', because),
    reactivateSite: (id, because) => setSiteStatus(id, 'active', because),
    runBilling: (period, because) => act(paths.admin.runBilling, { period, ...because }, 'POST'),
    retryRefund: (id, refundId, because) =>
      act(paths.admin.retryRefund(String(id)), { refund_id: refundId, ...because }, 'POST'),
    endPayment: (id, because = {}) => act(paths.admin.endPayment(String(id)), because, 'POST'),
    sendMailAgain: (id) => act(paths.admin.sendMailAgain(String(id)), {}, 'POST'),
    saveSettings: (settings) => act(paths.admin.portalSettings, settings),
    answerReaderChange: (id, answer, because) =>
      act(paths.admin.siteReaderChange(String(id)), { ...answer, ...because }, 'POST'),
    approveMigration: (id) => act(paths.admin.approveMigration(String(id)), {}, 'POST'),
    remove: (resource, id, { erase, ...because } = {}) =>
      act(`${urlOf(resource, id)}${erase === true ? '?erase=true' : ''}`, because, 'DELETE'),
    setDemo: (id, isDemo, because) =>
      act(paths.admin.demoStatus(String(id)), { is_demo_account: isDemo, ...because }, 'PUT'),
    markContactAnswered: (id) => act(paths.admin.contact(String(id)), { answered: true }),

    readForEdit: async <R extends RaRecord>(resource: string, id: Identifier) => {
      const { json, headers } = await http(urlOf(resource, id));
      return { record: json as R, etag: headers.get('etag') };
    },
    saveChanges: (resource, id, changes, etag) => revise('PATCH', urlOf(resource, id), changes, etag),
    saveDemo: (id, isDemo, because, etag) =>
      revise('PUT', paths.admin.demoStatus(String(id)), { is_demo_account: isDemo, ...because }, etag),
    savePromotion: (id, promotion, etag) =>
      revise('PATCH', paths.admin.promotionalPricing(String(id)), promotion, etag),
  };
}

/** Records are changed by the named actions below and by `saveChanges`, never by react-admin's own mutations. */
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

/** Sends one request to the portal; sessions, read positions and command keys are its business. */
type Send = (url: string, init: RequestInit) => Promise<Response>;

/**
 * What the data provider calls: rejects with an HttpError unless the answer is a 2xx, with
 * TypeError where the network fails.
 */
type HttpClient = (url: string, options?: RequestInit) => Promise<HttpAnswer>;

/** Builds the http client of the data provider over `send`, the portal's own way of calling the API. */
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
    // a proxy's page or an empty body: the status decides what it means
    return undefined;
  }
}
