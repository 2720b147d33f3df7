import simpleRestProvider from 'ra-data-simple-rest';
import type { DataProvider, RaRecord, SortPayload } from 'react-admin';
import { problemIn } from '../../shared/http/problem.ts';
import { RESOURCE_PATHS } from './resourcePaths.ts';

/** Ids asked for in one getMany: 100 UUIDs stay far below the longest request line a server takes. */
const IDS_PER_REQUEST = 100;

export interface PortalDataProvider extends DataProvider {
  /**
   * All rows of a list as of one moment, in one request: rows that are added or removed meanwhile would otherwise move
   * others between two pages. `total` is larger than `data` where the server leaves rows out.
   */
  getAll<R extends RaRecord>(
    resource: string,
    params: { readonly sort: SortPayload; readonly filter: unknown },
  ): Promise<{ readonly data: readonly R[]; readonly total: number }>;
}

/**
 * The admin data provider for react-admin's reads, over ra-data-simple-rest. Dialogs send their changes themselves.
 */
export function createDataProvider(http: HttpClient): PortalDataProvider {
  const rest = simpleRestProvider('', http);
  return {
    supportAbortSignal: true,

    getAll: async (resource, { sort, filter }) => {
      const query = new URLSearchParams({
        sort: JSON.stringify([sort.field, sort.order]),
        filter: JSON.stringify(filter),
      });
      const { json, headers } = await http(`${pathOf(resource)}?${query}`);
      return { data: json as never, total: Number(headers.get('Content-Range')?.split('/').pop()) };
    },

    getList: (resource, params) => rest.getList(restName(resource), params),
    getManyReference: (resource, params) => rest.getManyReference(restName(resource), params),

    getOne: async (resource, params) => {
      const { json } = await http(
        `${pathOf(resource)}/${encodeURIComponent(params.id)}`,
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

    create: unused,
    update: unused,
    updateMany: unused,
    delete: unused,
    deleteMany: unused,
  };
}

/** react-admin's own mutations; dialogs change records. */
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
