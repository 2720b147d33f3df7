import { IDEMPOTENCY_KEY, problemSchema, READ_AFTER } from '@portal/contract';
import type { Route } from '../../platform/http/route.ts';
import { type Operation, openApiPath, operationOf } from './operation.ts';
import { schemaWriter } from './schemas.ts';

type Paths = Record<string, Record<string, Operation>>;

/** The API as OpenAPI 3.1 describes it. */
export type OpenApi = ReturnType<typeof describeApi>;

const INTRODUCTION = `The API of the Dealer Portal, generated from its route table.

**Who may call.** A session cookie from \`POST /api/login\` or \`POST /api/register\`. Changes are taken from the portal's own
origin alone.

**Errors** have the same form everywhere: \`error\` is text for a person, \`errors\` names fields. Records of other
companies answer 404.

**Retries.** Send an \`Idempotency-Key\` with a change: a retry gets the first response, and the change happens once.

**Read your own writes.** A change answers \`X-Log-Position\`; sent back as \`X-Read-After\`, a read waits for that
position, 2 seconds at most (\`X-Projection: catching-up\` when it does not).

**Money** is dollars as numbers unless a name ends in \`_cents\`; counts of readers and panels are text; days are
\`YYYY-MM-DD\`, instants ISO 8601.`;

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  description,
  schema: { type: 'string', maxLength: 200 },
});

/** Describes the whole route table, and nothing but it. */
export function describeApi(routes: readonly Route[]) {
  const schemas = schemaWriter();
  const problem = schemas.answer(problemSchema);
  const refusal = (description: string) => ({
    description,
    content: { 'application/json': { schema: problem } },
  });
  const paths: Paths = {};
  for (const route of routes) {
    const path = openApiPath(route.path);
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, schemas) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Dealer Portal', version: '1', description: INTRODUCTION },
    tags: tagsOf(paths),
    paths,
    components: {
      schemas: schemas.components(),
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'portal',
          description: 'Set at sign-in or registration; HttpOnly. `__Host-portal` behind https.',
        },
      },
      parameters: {
        IdempotencyKey: header(IDEMPOTENCY_KEY, '1 to 200 printable characters; the same key is one change.'),
        ReadAfter: header(READ_AFTER, 'The X-Log-Position of a change that the response must include.'),
      },
      headers: {
        LogPosition: {
          description: 'Position of the log after the change; absent if nothing was appended.',
          schema: { type: 'string' },
        },
        ContentRange: {
          description: 'e.g. `sites 0-24/666`: which rows of how many',
          schema: { type: 'string' },
        },
      },
      responses: {
        Invalid: refusal('What was sent is not valid; `errors` names the fields.'),
        NotSignedIn: refusal('Nobody is signed in.'),
        NotAllowed: refusal('Signed in without permission.'),
        NotFound: refusal("Not found, or another company's."),
        Refused: refusal(
          '402 payment required, 409 conflict, 412 changed meanwhile, 413 too large, 415 not JSON, 422 refused by a business rule, 429 too many requests, 503 retry after `Retry-After` seconds.',
        ),
      },
    },
  };
}

/** Every heading that is used: what dealers call first, then administration, then what machines call. */
function tagsOf(paths: Paths): readonly { readonly name: string }[] {
  const used = Object.values(paths).flatMap((operations) =>
    Object.values(operations).flatMap(({ tags }) => tags as readonly string[]),
  );
  const rank = (name: string) => (name === 'Operations' ? 2 : name.startsWith('Administration') ? 1 : 0);
  return [...new Set(used)]
    .sort((one, other) => rank(one) - rank(other) || (one < other ? -1 : 1))
    .map((name) => ({ name }));
}
