import { DEALER_PERMISSIONS, isPermission, PERMISSIONS } from '@portal/contract';
import { DEALER_ROLE_NAMES, DEALER_ROLES, STAFF_ROLES } from '@portal/domain/values';
import { z } from 'zod';
import { type Access, answersOf, type Route } from '../../platform/http/route.ts';
import type { SchemaWriter } from './schemas.ts';

/** One method of one path, as OpenAPI writes it. */
export type Operation = Readonly<Record<string, unknown>>;

function whoMay(access: Access): string {
  if (access === 'public') return 'Anybody may call it.';
  if (access === 'session') return 'For any signed-in user, dealers pending approval included.';
  if (!isPermission(access)) {
    const { roles } = DEALER_PERMISSIONS[access];
    if (roles.length === DEALER_ROLE_NAMES.length) return 'For approved dealers and staff.';
    return `For approved dealers with one of these roles: ${roles.map((role) => DEALER_ROLES[role]).join(', ')}.`;
  }
  const { roles } = PERMISSIONS[access];
  return `For staff with one of these roles: ${roles.map((role) => STAFF_ROLES[role]).join(', ')}.`;
}

/** Parameters of lists that react-admin sends as JSON in a query. */
const TOLD: Readonly<Record<string, string>> = {
  sort: 'JSON: `["field","ASC"]` or `["field","DESC"]`',
  range: 'JSON: `[first,last]`, both included; at most 1,000 rows',
  filter: 'JSON object: values, or lists of values, by field',
};

const JSON_TYPE = 'application/json';
const refTo = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });

/** `/api/sites/:id` as OpenAPI writes it. */
export const openApiPath = (path: string): string => path.replace(/:(\w+)/g, '{$1}');

/** A line of the route table as an operation; its shapes go through `schemas`. */
export function operationOf(route: Route, schemas: SchemaWriter): Operation {
  const changes = route.method !== 'GET';
  const isPublic = route.access === 'public';
  const parameters = [
    ...pathParameters(route),
    ...queryParameters(route, schemas),
    ...headerParameters(route),
  ];
  return {
    operationId: operationId(route),
    tags: [tagOf(route.path)],
    summary: route.summary ?? `${route.method} ${route.path}`,
    description: whoMay(route.access),
    security: isPublic ? [] : [{ session: [] }],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(changes && route.body !== undefined ? { requestBody: requestBody(route, route.body, schemas) } : {}),
    responses: {
      ...successes(route, schemas),
      ...(route.body === undefined && route.query === undefined
        ? {}
        : { 400: refTo('responses', 'Invalid') }),
      ...(isPublic ? {} : { 401: refTo('responses', 'NotSignedIn'), 403: refTo('responses', 'NotAllowed') }),
      ...(route.path.includes(':') ? { 404: refTo('responses', 'NotFound') } : {}),
      default: refTo('responses', 'Refused'),
    },
  };
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const words = (segment: string) => segment.split(/[-._]/).filter((word) => word !== '');

/** `GET /api/admin/sites/:id/history` is `getAdminSitesByIdHistory`. */
function operationId({ method, path }: Route): string {
  const parts = path
    .split('/')
    .filter((segment) => segment !== '' && segment !== 'api')
    .map((segment) => (segment.startsWith(':') ? `By${capitalised(segment.slice(1))}` : segment));
  return method.toLowerCase() + parts.flatMap(words).map(capitalised).join('');
}

/** Headings of paths by their first segments, where these do not name them. */
const SEGMENTS = {
  'Signing in and profile': 'user users login logout register auth change-password second-factor',
  Paying:
    'stripe-config setup-payment-method save-payment-method user-has-payment-method payment-method auto-pay payments create-payment-intent',
  Sites: 'site-import',
  Invoices: 'pay-invoices invoices-of-year statement billing-summary',
  'Administration: users': 'view-as admin/pending-users',
  'Administration: invoices': 'admin/update-invoice-site admin/preview-reminders admin/revenue',
  'Administration: billing':
    'admin/run-billing admin/billing-runs admin/billing-preview admin/preview-approvals admin/preview-rates',
  'Administration: books':
    'admin/receivables admin/collections admin/receipts admin/payouts admin/credit-notes admin/journal admin/books',
  'Administration: reports': 'admin/revenue-report admin/activity-by-month',
  'Administration: settings': 'admin/portal-settings',
};
const GROUPS = new Map(
  Object.entries(SEGMENTS).flatMap(([group, segments]) =>
    segments.split(' ').map((segment) => [segment, group] as const),
  ),
);
const OPERATIONS = 'Operations';

/** The tag of a path. */
function tagOf(path: string): string {
  const [first, second = '', third = ''] = path.split('/').filter((segment) => segment !== '');
  if (first !== 'api' || second === 'docs' || second === 'openapi.json') return OPERATIONS;
  const key = second === 'admin' ? `admin/${third}` : second;
  const known = GROUPS.get(key);
  if (known !== undefined) return known;
  const named = words(second === 'admin' ? third : second).join(' ');
  return second === 'admin' ? `Administration: ${named}` : capitalised(named);
}

function pathParameters({ path }: Route) {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', maxLength: 100 },
  }));
}

function queryParameters({ query }: Route, schemas: SchemaWriter) {
  if (query === undefined) return [];
  const { properties, required } = schemas.parameters(query);
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    ...(required.includes(name) ? { required: true } : {}),
    ...(TOLD[name] === undefined ? {} : { description: TOLD[name] }),
    schema,
  }));
}

function headerParameters({ method, keyed, reads }: Route) {
  if (method !== 'GET') return keyed === false ? [] : [refTo('parameters', 'IdempotencyKey')];
  return reads === undefined || reads.length === 0 ? [] : [refTo('parameters', 'ReadAfter')];
}

function requestBody({ rawBody }: Route, body: z.ZodType, schemas: SchemaWriter) {
  if (rawBody !== undefined) {
    const file = { schema: { type: 'string' } };
    return { required: true, content: Object.fromEntries(rawBody.types.map((type) => [type, file])) };
  }
  return {
    required: !body.safeParse({}).success && !body.safeParse(undefined).success,
    content: { [JSON_TYPE]: { schema: schemas.request(body) } },
  };
}

/** Descriptions of success statuses. */
const SUCCESS: Readonly<Record<string, string>> = {
  200: 'Done',
  201: 'Made',
  202: 'Not done yet: it waits for a second member of staff, or continues in the background',
  503: 'A required service does not answer',
};

function successes(route: Route, schemas: SchemaWriter) {
  return Object.fromEntries(
    Object.entries(answersOf(route)).map(([status, answer]) => [
      status,
      {
        description: SUCCESS[status] ?? `Status ${status}`,
        ...headersOf(route, answer instanceof z.ZodType),
        content: contentOf(answer, schemas),
      },
    ]),
  );
}

function contentOf(answer: z.ZodType | readonly string[], schemas: SchemaWriter) {
  if (answer instanceof z.ZodType) return { [JSON_TYPE]: { schema: schemas.answer(answer) } };
  return Object.fromEntries(answer.map((type) => [type, { schema: { type: 'string' } }]));
}

function headersOf({ method, query }: Route, isJson: boolean) {
  if (!isJson) return {};
  const isList = query instanceof z.ZodObject && 'range' in query.shape;
  const headers = {
    ...(method === 'GET' ? {} : { 'X-Log-Position': refTo('headers', 'LogPosition') }),
    ...(isList ? { 'Content-Range': refTo('headers', 'ContentRange') } : {}),
  };
  return Object.keys(headers).length === 0 ? {} : { headers };
}
