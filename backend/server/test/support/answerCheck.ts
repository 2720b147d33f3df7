import { Ajv2020 } from 'ajv/dist/2020.js';
import { describeApi } from '../../src/app/apiDocs/openApi.ts';
import { openApiPath } from '../../src/app/apiDocs/operation.ts';
import { answersOf, type Route } from '../../src/platform/http/route.ts';

/** What came back, as far as the description speaks of it. */
export interface CheckedAnswer {
  readonly method: string;
  /** Path and query as sent. */
  readonly path: string;
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

/** @throws Error that says how an answer differs from the API's description */
export type AnswerCheck = (answer: CheckedAnswer) => void;

/** Portals of one table share one description: it takes a tenth of a second to make. */
const checks = new Map<string, AnswerCheck>();

/** Holds answers to /api/openapi.json: the status is described, its body is of the described shape and no more. */
export function answerCheck(routes: readonly Route[]): AnswerCheck {
  const table = routes.map(({ method, path }) => `${method} ${path}`).join('\n');
  const known = checks.get(table);
  if (known !== undefined) return known;
  const made = makeCheck(routes);
  checks.set(table, made);
  return made;
}

function makeCheck(routes: readonly Route[]): AnswerCheck {
  const ajv = new Ajv2020({
    strict: false,
    // `format` is told to people; which characters an address may hold is the schemas' own business
    validateFormats: false,
    // the description is checked by a spec of its own; here it is compiled piece by piece, and each piece once
    validateSchema: false,
    inlineRefs: false,
    code: { optimize: false },
  });
  ajv.addSchema(describeApi(routes), 'api');
  const lines = routes.map((route) => ({
    route,
    matches: new RegExp(`^${route.path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`),
  }));

  function differences(pointer: string, text: string): string | null {
    const validate = ajv.getSchema(`api#${pointer}`);
    if (validate === undefined) return `nothing is described at ${pointer}`;
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      return 'the body is no JSON';
    }
    if (validate(body)) return null;
    return ajv.errorsText(validate.errors, { dataVar: 'body' });
  }

  return ({ method, path, status, contentType, text }) => {
    const [where = ''] = path.split('?');
    const line = lines.find(({ route, matches }) => route.method === method && matches.test(where));
    if (line === undefined || status < 200 || (status >= 300 && status < 400)) return;
    const { route } = line;
    const declared = answersOf(route)[status];
    const fail = (how: string) => {
      throw new Error(
        `${method} ${route.path} answered ${status} otherwise than it is described: ${how}\n${text.slice(0, 400)}`,
      );
    };
    const type = contentType.split(';')[0]?.trim() ?? '';
    if (declared === undefined) {
      if (status < 400) fail(`its answers are ${Object.keys(answersOf(route)).join(', ') || 'not declared'}`);
      const how = differences('/components/schemas/Problem', text);
      if (how !== null) fail(how);
    } else if (Array.isArray(declared)) {
      if (!declared.includes(type)) fail(`its type is ${type}`);
    } else {
      if (type !== 'application/json') fail(`its type is ${type}`);
      const steps = ['paths', openApiPath(route.path), method.toLowerCase(), 'responses', String(status)];
      const how = differences(pointerTo(...steps, 'content', 'application/json', 'schema'), text);
      if (how !== null) fail(how);
    }
  };
}

/** A JSON pointer as it stands in a URI's fragment. */
const pointerTo = (...steps: readonly string[]): string =>
  steps.map((step) => `/${encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');
