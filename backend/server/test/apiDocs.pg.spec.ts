import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { OpenApi } from '../src/app/apiDocs/openApi.ts';
import { routeTableAlone } from '../src/app/docs/routeTableAlone.ts';
import { type Route, route } from '../src/platform/http/route.ts';
import { answerCheck } from './support/answerCheck.ts';
import { startTestPortal, type TestPortal } from './support/testPortal.ts';

let portal: TestPortal;
let described: OpenApi;

beforeAll(async () => {
  portal = await startTestPortal();
  described = (await portal.client().get('/api/openapi.json')).json;
});
afterAll(() => portal.stop());

const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>) =>
  `${method.toLowerCase()} ${path.replace(/:(\w+)/g, '{$1}')}`;

describe("the API's description", () => {
  // Proves I8-openapi-1
  it('is valid OpenAPI 3.1 without dangling references', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(structuredClone(described));
    expect(errors ?? []).toEqual([]);
    expect([valid, validator.version]).toEqual([true, '3.1']);
    const text = JSON.stringify(described);
    const missing = [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)].filter(
      ([, kind = '', name = '']) =>
        !(name in ((described.components as Readonly<Record<string, object>>)[kind] ?? {})),
    );
    expect(missing).toEqual([]);
  });

  // Proves I8-openapi-1
  it('has exactly the routes of the table', () => {
    const inIt = Object.entries(described.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method} ${path}`),
    );
    expect(inIt.sort()).toEqual(portal.portal.routes.map(nameOf).sort());
    // specs read the table without a portal, which must be the same one
    expect(routeTableAlone().map(nameOf).sort()).toEqual(portal.portal.routes.map(nameOf).sort());
    const ids = Object.values(described.paths).flatMap((operations) =>
      Object.values(operations).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  // Proves I8-openapi-1
  it('describes every route and its responses', () => {
    const silent = portal.portal.routes.filter(
      ({ summary, answers }) => summary === undefined || Object.keys(answers ?? {}).length === 0,
    );
    expect(silent.map(nameOf)).toEqual([]);
  });

  it('describes access and requests', () => {
    expect(described.paths['/api/login']?.post).toMatchObject({ security: [] });
    expect(described.paths['/api/admin/users']?.get).toMatchObject({
      security: [{ session: [] }],
      parameters: expect.arrayContaining([expect.objectContaining({ name: 'range', in: 'query' })]),
    });
    const register = described.components.schemas.RegisterRequest as { required: string[] };
    expect(register.required).toEqual(expect.arrayContaining(['username', 'password', 'agreeToTerms']));
  });
});

describe('the page /api/docs', () => {
  // Proves I8-openapi-3
  it('is public and loads only files of this server, without inline scripts', async () => {
    const page = await portal.client().get('/api/docs');
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const loaded = [...page.text.matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)].map(
      ([, name]) => name ?? '',
    );
    expect(loaded.length).toBeGreaterThan(3);
    for (const path of loaded) {
      expect(path).toMatch(/^\/api\/docs\//);
      const file = await portal.client().get(path);
      expect([path, file.status, file.headers['x-content-type-options']]).toEqual([path, 200, 'nosniff']);
      expect(file.bytes.length).toBeGreaterThan(100);
    }
    expect(page.text).not.toMatch(/<script(?![^>]* src=)/);
    expect((await portal.client().get('/api/docs/package.json')).status).toBe(404);
  });
});

describe('checking responses against it', () => {
  const thing = route('GET', '/api/things/:id', 'public', {
    answers: { 200: z.object({ id: z.string(), size: z.number().nullable() }), 201: ['text/csv'] },
    handler: async () => ({ body: null }),
  });
  const check = answerCheck([thing]);
  const answered = (more: Partial<Parameters<typeof check>[0]>) => () =>
    check({
      method: 'GET',
      path: '/api/things/7?full=1',
      status: 200,
      contentType: 'application/json; charset=utf-8',
      text: '{"id":"7","size":null}',
      ...more,
    });

  // Proves I8-openapi-2
  it('accepts described responses', () => {
    answered({})();
    answered({ status: 404, text: '{"error":"Not found"}' })();
    answered({ status: 201, contentType: 'text/csv; charset=utf-8', text: 'a,b' })();
    answered({ path: '/elsewhere', text: '' })();
    answered({ status: 304, text: '' })();
  });

  // Proves I8-openapi-2
  it.each([
    ['a property more', { text: '{"id":"7","size":1,"secret":2}' }],
    ['a property less', { text: '{"id":"7"}' }],
    ['another type of value', { text: '{"id":7,"size":1}' }],
    ['a status that is not described', { status: 202 }],
    ['a refusal of another shape', { status: 409, text: '{"message":"no"}' }],
    ['no JSON', { text: 'id=7' }],
    ['another media type', { status: 201, contentType: 'text/plain' }],
  ])('refuses %s', (_, more) => {
    expect(answered(more)).toThrow('otherwise than it is described');
  });
});
