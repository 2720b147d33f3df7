import simpleRestProvider from 'ra-data-simple-rest';
import { useContext } from 'react';
import { type DataProvider, DataProviderContext, type Identifier } from 'react-admin';
import { call, problemOf } from '../../shared/http/http.ts';
import { type CommandMeta, change, command, post } from './command.ts';
import { askAbout, PartlyDone, toEach } from './many.ts';
import { money } from './money.ts';
import { people, sites } from './people.ts';
import { pathOf } from './resourcePaths.ts';
import { system } from './system.ts';

const commands = { ...people, ...sites, ...money, ...system };

/** react-admin's methods, and the portal's commands and special reads by name. */
export type PortalDataProvider = DataProvider & typeof commands;

/** The reads of ra-data-simple-rest, with the portal's session and errors. */
async function http(url: string, options: RequestInit = {}) {
  const response = await call(url, options);
  if (!response.ok) throw await problemOf(response);
  const body = await response.text();
  return { status: response.status, headers: response.headers, body, json: JSON.parse(body) };
}

const rest = simpleRestProvider('', http);

/**
 * The admin area's data provider, over ra-data-simple-rest. Changes take {@link CommandMeta} as `meta`. Reads take:
 * - getList `whole: true`: all rows as of one moment in one request, since rows that are added or removed meanwhile would
 *   move others between two pages. `total` is larger than `data` where the server leaves rows out;
 * - getOne `revision: true`: the record's revision as its `etag`, which `update` needs.
 */
export const dataProvider: PortalDataProvider = {
  ...commands,
  supportAbortSignal: true,

  getList: async (resource, params) => {
    const { meta, sort, filter, signal } = params;
    if (meta?.whole !== true) return rest.getList(restName(resource), params);
    const query = new URLSearchParams({
      sort: JSON.stringify([sort?.field, sort?.order]),
      filter: JSON.stringify(filter),
    });
    const { json, headers } = await http(`${pathOf(resource)}?${query}`, signal ? { signal } : {});
    return { data: json, total: Number(headers.get('Content-Range')?.split('/').pop()) };
  },

  getManyReference: (resource, params) => rest.getManyReference(restName(resource), params),

  getOne: async (resource, { id, meta, signal }) => {
    const { json, headers } = await http(recordPath(resource, id), signal ? { signal } : {});
    return { data: meta?.revision === true ? { ...json, etag: headers.get('ETag') } : json };
  },

  getMany: async (resource, params) => {
    const ask = async (ids: Identifier[]) =>
      (await rest.getMany(restName(resource), { ...params, ids })).data;
    return { data: (await askAbout([...new Set(params.ids)], ask)) as never };
  },

  create: async (resource, { data, meta }) => ({ data: await post(pathOf(resource), data, meta) }),

  /** Sends the changed fields, to the revision that was read. */
  update: async (resource, { id, data, previousData, meta = {} }) => {
    const { ifMatch = previousData?.etag }: CommandMeta = meta;
    if (typeof ifMatch !== 'string')
      throw new Error(`Read ${resource} ${id} with \`meta: { revision: true }\` before changing it.`);
    const changes = changesOf(data, previousData);
    if (Object.keys(changes).length === 0) return { data: { ...previousData, ...data } as never };
    const changed = await change('PATCH', recordPath(resource, id), changes, { ...meta, ifMatch });
    return { data: changed as never };
  },

  /** States the result and no revision, as a bulk action does. */
  updateMany: async (resource, { ids, data, meta }) => ({
    data: await toAll(ids, (id) => command('PATCH', recordPath(resource, id), data, meta)),
  }),

  delete: async (resource, { id, meta }) => ({
    data: await command('DELETE', recordPath(resource, id), {}, meta),
  }),

  deleteMany: async (resource, { ids, meta }) => ({
    data: await toAll(ids, (id) => command('DELETE', recordPath(resource, id), {}, meta)),
  }),
};

/**
 * The data provider with its commands. It comes without `useDataProvider`'s handling of a 401, which resolves to an empty
 * answer: a command would look successful. The query client and `send` end an expired session instead.
 */
export const usePortal = () => useContext(DataProviderContext) as PortalDataProvider;

const recordPath = (resource: string, id: Identifier) => `${pathOf(resource)}/${encodeURIComponent(id)}`;

/** simple-rest joins `${apiUrl}/${resource}`; with an empty apiUrl the resource is the path without its slash. */
const restName = (resource: string) => pathOf(resource).slice(1);

/** Changes each record; rejects with {@link PartlyDone}, or with the only record's own error. */
async function toAll(ids: readonly Identifier[], changeOne: (id: Identifier) => Promise<unknown>) {
  const done: Identifier[] = [];
  const { refused } = await toEach(ids, async (id) => {
    await changeOne(id);
    done.push(id);
  });
  if (refused.length === 0) return done;
  const errors = refused.map(({ error }) => error);
  throw ids.length === 1 ? errors[0] : new PartlyDone(done, errors);
}

/** The fields of a form that differ from the record as it was read. */
function changesOf(data: object, before: object | undefined): object {
  const previous = new Map<string, unknown>(Object.entries(before ?? {}));
  const isChanged = ([field, value]: [string, unknown]) =>
    field !== 'etag' && JSON.stringify(value) !== JSON.stringify(previous.get(field));
  return Object.fromEntries(Object.entries(data).filter(isChanged));
}
