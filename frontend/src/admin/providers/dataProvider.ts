import { paths } from '@portal/contract';
import simpleRestProvider from 'ra-data-simple-rest';
import type { DataProvider, Identifier, RaRecord } from 'react-admin';
import type { HttpClient } from './httpClient.ts';

/** The admin resources and where the spec puts them (spec 2, section 7). */
const RESOURCE_PATHS: Readonly<Record<string, string>> = {
  users: paths.admin.users,
  companies: paths.admin.accounts,
  sites: paths.admin.sites,
  contacts: paths.admin.contacts,
  mails: paths.admin.mails,
};

/** Ids asked for in one getMany: 100 UUIDs stay far below the longest request line a server takes. */
const IDS_PER_REQUEST = 100;

/** The product's actions are verbs, never an edit of a status field. */
export interface Verbs {
  /** PATCH /api/admin/users/{id}/approval with isApproved true. */
  approveUser(id: Identifier): Promise<RaRecord>;
  /** The same with isApproved false; `reason` is kept for the timeline. */
  disapproveUser(id: Identifier, options?: { readonly reason?: string }): Promise<RaRecord>;
  /** pending -> active; PATCH /api/admin/sites/{id}. */
  approveSite(id: Identifier): Promise<RaRecord>;
  /** active -> inactive. */
  deactivateSite(id: Identifier): Promise<RaRecord>;
  /** inactive -> active. */
  reactivateSite(id: Identifier): Promise<RaRecord>;
  /** open -> answered; PATCH /api/admin/contacts/{id}. */
  markContactAnswered(id: Identifier): Promise<RaRecord>;
}

export type AdminDataProvider = DataProvider & Verbs;

/** The admin data provider: ra-data-simple-rest for reading, PATCH of the changed fields for writing, named verbs. */
export function createDataProvider(http: HttpClient): AdminDataProvider {
  const rest = simpleRestProvider('', http);
  const etags = new Map<string, string>();

  const urlOf = (resource: string, id: Identifier) => `${pathOf(resource)}/${encodeURIComponent(id)}`;
  const patch = async (url: string, body: unknown) => {
    const etag = etags.get(url);
    const { json, headers } = await http(url, {
      method: 'PATCH',
      body: JSON.stringify(body),
      ...(etag === undefined ? {} : { headers: new Headers({ 'If-Match': etag }) }),
    });
    remember(etags, url, headers);
    return json as RaRecord;
  };
  /** Verbs state what must become true, so they carry no If-Match: another admin's edit does not refuse them. */
  const act = async (url: string, body: unknown) => {
    const { json } = await http(url, { method: 'PATCH', body: JSON.stringify(body) });
    etags.delete(url);
    return json as RaRecord;
  };
  const setSiteStatus = (id: Identifier, status: 'active' | 'inactive') =>
    act(paths.admin.site(String(id)), { status });

  return {
    supportAbortSignal: true,

    getList: (resource, params) => rest.getList(restName(resource), params),
    getManyReference: (resource, params) => rest.getManyReference(restName(resource), params),

    getOne: async (resource, params) => {
      const url = urlOf(resource, params.id);
      const { json, headers } = await http(url, params.signal === undefined ? {} : { signal: params.signal });
      remember(etags, url, headers);
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

    update: async (resource, params) => {
      const changes = changedFields(params.data, params.previousData);
      if (Object.keys(changes).length === 0) return { data: params.previousData as never };
      return { data: (await patch(urlOf(resource, params.id), changes)) as never };
    },

    updateMany: async (resource, params) => {
      const records = await Promise.all(params.ids.map((id) => patch(urlOf(resource, id), params.data)));
      return { data: records.map((record) => record.id) as never };
    },

    delete: async (resource, params) => {
      const { json } = await http(urlOf(resource, params.id), { method: 'DELETE' });
      return { data: json as never };
    },

    deleteMany: async (resource, params) => {
      await Promise.all(params.ids.map((id) => http(urlOf(resource, id), { method: 'DELETE' })));
      return { data: params.ids as never };
    },

    approveUser: (id) => act(paths.admin.approval(String(id)), { isApproved: true }),
    disapproveUser: (id, options = {}) =>
      act(paths.admin.approval(String(id)), { isApproved: false, ...options }),
    approveSite: (id) => setSiteStatus(id, 'active'),
    deactivateSite: (id) => setSiteStatus(id, 'inactive'),
    reactivateSite: (id) => setSiteStatus(id, 'active'),
    markContactAnswered: (id) => act(paths.admin.contact(String(id)), { answered: true }),
  };
}

function pathOf(resource: string): string {
  const path = RESOURCE_PATHS[resource];
  if (path === undefined) throw new Error(`No admin path is known for "${resource}".`);
  return path;
}

/** simple-rest joins `${apiUrl}/${resource}`; with an empty apiUrl the resource is the path without its slash. */
const restName = (resource: string) => pathOf(resource).slice(1);

function remember(etags: Map<string, string>, url: string, headers: Headers): void {
  const etag = headers.get('etag');
  if (etag === null) etags.delete(url);
  else etags.set(url, etag);
}

function changedFields(data: Record<string, unknown>, before: Record<string, unknown> | undefined) {
  return Object.fromEntries(
    Object.entries(data).filter(
      ([field, value]) => field !== 'id' && JSON.stringify(value) !== JSON.stringify(before?.[field]),
    ),
  );
}

function chunked<T>(items: readonly T[], size: number): T[][] {
  const pages: T[][] = [];
  for (let start = 0; start < items.length; start += size) pages.push(items.slice(start, start + size));
  return pages;
}
