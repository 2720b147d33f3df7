import fc from 'fast-check';
import { MAX_BODY_BYTES } from '../../../src/platform/http/body.ts';
import type { Route } from '../../../src/platform/http/route.ts';
import type { AccessRule, Ask, Records } from '../accessRule.ts';
import { NEVER_TAKEN, spoiled, varied } from './bodies.ts';
import { fromShape, shapeOf } from './fromSchema.ts';
import { BROKEN_IDS, HOSTILE_IDS, HOSTILE_TEXTS, hostileValue, ODD_IDS } from './hostile.ts';

/** One request of the fuzz, but for who sends it. */
export interface Shot {
  /** What is wrong or odd about it, for the report. */
  readonly what: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly raw: string | Buffer;
  /** With what it must be refused where the route lets one in at all; null where it may succeed. */
  readonly refused: readonly number[] | null;
}

/** A route with its rule: whose ids it names, and a request that is right. */
export interface Target {
  readonly route: Route;
  readonly rule: AccessRule;
}

export interface Aim {
  /** Ids that its right request names. */
  readonly own: Records;
  /** Ids that others may name instead. */
  readonly strange: readonly Records[];
  readonly seed: number;
  readonly runs: number;
}

const JSON_TYPE = { 'Content-Type': 'application/json' };
const mutates = ({ method }: Route) => method !== 'GET';

/** The route's path with these texts as its parameters, as they are. */
function pathOf({ route, rule }: Target, records: Records, id?: string): string {
  const params: Readonly<Record<string, string>> = rule.ask?.(records).params ?? {};
  const named = rule.of === undefined ? undefined : records[rule.of];
  return route.path.replace(/:(\w+)/g, (_, name: string) =>
    name === 'id' ? (id ?? encodeURIComponent(named ?? params.id ?? 'x')) : (id ?? params[name] ?? 'x'),
  );
}

const askOf = ({ rule }: Target, records: Records): Ask => rule.ask?.(records) ?? {};
const queryText = (query: Readonly<Record<string, string>>) => {
  const search = new URLSearchParams(query).toString();
  return search === '' ? '' : `?${search}`;
};
const rightQuery = (target: Target, records: Records) => queryText(askOf(target, records).query ?? {});
const rightBody = (target: Target, records: Records): Pick<Shot, 'raw' | 'headers'> => {
  const { body, file } = askOf(target, records);
  if (file !== undefined) return { raw: file.text, headers: { 'Content-Type': file.type } };
  return body === undefined ? { raw: '', headers: {} } : { raw: JSON.stringify(body), headers: JSON_TYPE };
};

/** What every route refuses, whatever it is for: forms that are none, too much, ids that are none, other sites' pages. */
export function alwaysRefused(target: Target, { own }: Pick<Aim, 'own'>): readonly Shot[] {
  const { route } = target;
  const path = pathOf(target, own) + rightQuery(target, own);
  const right = rightBody(target, own);
  const shots: Shot[] = [];
  if (route.path.includes(':')) {
    for (const [ids, refused] of [
      [HOSTILE_IDS, [404]],
      [BROKEN_IDS, [400, 404]],
    ] as const) {
      for (const id of ids)
        shots.push({ what: `the id ${id.slice(0, 40)}`, path: pathOf(target, own, id), ...right, refused });
    }
  }
  if (route.query !== undefined) {
    const [name] = Object.keys(shapeOf(route.query).properties ?? {});
    for (const query of [`${name}=a&${name}=b`, `${name}=%00`, `${name}[]=a&${name}[]=b`]) {
      const twice = query.includes('[]') ? null : [400];
      shots.push({ what: query, path: `${pathOf(target, own)}?${query}`, ...right, refused: twice });
    }
  }
  if (!mutates(route)) return shots;
  for (const headers of [
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { 'Sec-Fetch-Site': 'cross-site' },
  ]) {
    const what = `from ${JSON.stringify(headers)}`;
    shots.push({ what, path, raw: right.raw, headers: { ...right.headers, ...headers }, refused: [403] });
    shots.push({ what: `${what}, without a body`, path, raw: '', headers, refused: [403] });
  }
  if (route.rawBody !== undefined) {
    shots.push({ what: 'JSON instead of a file', path, raw: '{}', headers: JSON_TYPE, refused: [415] });
    return shots;
  }
  for (const [type, raw, status] of NEVER_TAKEN) {
    const what = `${type} ${String(raw).slice(0, 30)}`;
    shots.push({ what, path, raw, headers: { 'Content-Type': type }, refused: [status] });
  }
  const { maxBodyBytes = MAX_BODY_BYTES } = route;
  const huge = JSON.stringify({ a: 'x'.repeat(maxBodyBytes) });
  shots.push({ what: 'too large', path, raw: huge, headers: JSON_TYPE, refused: [413] });
  const zipped = { ...JSON_TYPE, 'Content-Encoding': 'gzip' };
  shots.push({ what: 'compressed', path, raw: '{}', headers: zipped, refused: [415] });
  return shots;
}

/** Fields that name records, so that what is made up reaches further than 'not there'. */
const NAMES: Readonly<Record<string, keyof Records>> = {
  account_id: 'account',
  companyId: 'account',
  accountId: 'account',
  site_id: 'site',
  siteId: 'site',
  user_id: 'user',
  userId: 'user',
  username: 'username',
  invoiceId: 'invoice',
  invoiceIds: 'invoice',
  orderId: 'order',
  paymentMethodId: 'card',
};

function namedBy({ own, strange }: Aim) {
  return (field: string): fc.Arbitrary<string> | null => {
    const kind = NAMES[field];
    return kind === undefined ? null : fc.constantFrom(...[own, ...strange].map((records) => records[kind]));
  };
}

/** Bodies made up from the schema and from a right one; the schema itself says which are to be refused. */
export function madeUpBodies(target: Target, aim: Aim): readonly Shot[] {
  const { route } = target;
  const schema = route.body;
  if (!mutates(route) || schema === undefined || route.rawBody !== undefined) return [];
  const path = pathOf(target, aim.own) + rightQuery(target, aim.own);
  const right = askOf(target, aim.own).body ?? {};
  const alike = fromShape(shapeOf(schema), namedBy(aim));
  const kinds: readonly [string, fc.Arbitrary<unknown>][] = [
    ['by its schema', alike],
    ['nearly right', varied(right, alike)],
    ['spoiled', spoiled(right)],
    ['by its schema, spoiled', alike.chain(spoiled)],
    ['anything', hostileValue],
  ];
  return kinds.flatMap(([what, arbitrary]) =>
    fc
      .sample(arbitrary, { seed: aim.seed, numRuns: aim.runs })
      .map((body) => JSON.stringify(body) ?? '')
      .filter((raw) => Buffer.byteLength(raw) <= (route.maxBodyBytes ?? MAX_BODY_BYTES))
      .map((raw): Shot => {
        const taken = raw !== '' && /^[[{]/.test(raw) && schema.safeParse(JSON.parse(raw)).success;
        // what is not even an object, and no body at all, is left to the reader of bodies
        const empty = raw === '' && schema.safeParse({}).success;
        return { what, path, raw, headers: JSON_TYPE, refused: taken || empty ? null : [400] };
      }),
  );
}

/** Queries made up from the schema; the schema itself says which are to be refused. */
export function madeUpQueries(target: Target, aim: Aim): readonly Shot[] {
  const schema = target.route.query;
  if (schema === undefined) return [];
  const names = Object.keys(shapeOf(schema).properties ?? {});
  const list = fc.constantFrom(
    '["id","ASC"]',
    '["created_at","DESC"]',
    '["name; DROP TABLE es.events","ASC"]',
    '["__proto__","ASC"]',
    '["id","ASC, (SELECT 1)"]',
    '[0,24]',
    '[0,1e9]',
    '{"id":"x"}',
    '{"q":"%_\\\\"}',
    '{"__proto__":{"a":1}}',
    '{"constructor":"x"}',
    '{"id":["a","\\ud800"]}',
    '{"status":{"$ne":null}}',
    '{"q":"\\u0000"}',
    '{',
  );
  const value = fc.oneof(list, fc.constantFrom(...HOSTILE_TEXTS.filter(({ length }) => length < 5_000)));
  const alike = fromShape(shapeOf(schema), namedBy(aim));
  const queries = fc.oneof(
    fc.record(Object.fromEntries(names.map((name) => [name, value])), { requiredKeys: [] }),
    alike.map((query) =>
      Object.fromEntries(
        Object.entries((query ?? {}) as object)
          .filter(([, one]) => one !== undefined)
          .map(([name, one]) => [name, typeof one === 'string' ? one : JSON.stringify(one)]),
      ),
    ),
  );
  const right = rightBody(target, aim.own);
  return fc
    .sample(queries as fc.Arbitrary<Record<string, string>>, { seed: aim.seed, numRuns: aim.runs * 3 })
    .map((query) => {
      // as the server reads it: a lone surrogate does not survive an address
      const search = queryText(query);
      const read = Object.fromEntries(new URLSearchParams(search));
      const taken = schema.safeParse(read).success && !search.includes('%00');
      const path = pathOf(target, aim.own) + search;
      return { what: 'a made-up query', path, ...right, refused: taken ? null : [400] };
    });
}

/** The right request about other records, odd ids, and with headers that are none. */
export function strangely(target: Target, aim: Aim): readonly Shot[] {
  const shots: Shot[] = [];
  const query = rightQuery(target, aim.own);
  if (target.route.path.includes(':')) {
    for (const id of ODD_IDS)
      shots.push({
        what: `the id ${id.slice(0, 40)}`,
        path: pathOf(target, aim.own, id) + query,
        ...rightBody(target, aim.own),
        refused: null,
      });
  }
  for (const records of aim.strange) {
    const path = pathOf(target, records) + rightQuery(target, records);
    shots.push({ what: "another's ids", path, ...rightBody(target, records), refused: null });
  }
  const headers: readonly Record<string, string>[] = [
    { 'If-Match': '"999999999999999999"' },
    { 'If-Match': 'W/"x", "0"' },
    { 'Idempotency-Key': "'; DROP TABLE commands; --" },
    { 'Idempotency-Key': 'x'.repeat(201) },
    { 'X-Read-After': '99999999999999999999999' },
    { 'X-Read-After': '-1; x' },
    {
      'X-Forwarded-Host': 'evil.example',
      'X-HTTP-Method-Override': 'DELETE',
      'X-Original-URL': '/api/admin/users',
    },
    { Cookie: 'portal=AAAA; portal.sig=BBBB; __Host-portal=CCCC' },
    { Authorization: 'Bearer x.y.z', Range: 'bytes=0-1,5-,-1', Accept: '*/*;q=9' },
    { 'Accept-Encoding': '*;q=0', 'If-None-Match': '*', 'If-Modified-Since': 'never' },
  ];
  for (const more of headers) {
    const right = rightBody(target, aim.own);
    shots.push({
      what: `with ${JSON.stringify(more).slice(0, 60)}`,
      path: pathOf(target, aim.own) + query,
      raw: right.raw,
      headers: { ...right.headers, ...more },
      refused: null,
    });
  }
  return shots;
}
