import { bodyParser } from '@koa/bodyparser';
import type { Context } from 'koa';
import { HttpProblem } from './errors.ts';

/** The most a JSON body may weigh, in bytes (rule T4). */
export const MAX_BODY_BYTES = 100_000;

const parserFor = (maxBytes: number) =>
  bodyParser({
    enableTypes: ['json'],
    // some deletions take a reason or a proof
    parsedMethods: ['POST', 'PUT', 'PATCH', 'DELETE'],
    // the type was judged below
    detectJSON: () => true,
    jsonLimit: maxBytes,
    onError: (error, ctx) => {
      // reads the rest, so that the client gets the response and not a reset
      ctx.req.resume();
      throw bodyProblem(error, maxBytes);
    },
  });

/** Parsers by limit. */
const parsers = new Map<number, ReturnType<typeof parserFor>>();

function parserOf(maxBytes: number): ReturnType<typeof parserFor> {
  const parse = parsers.get(maxBytes) ?? parserFor(maxBytes);
  parsers.set(maxBytes, parse);
  return parse;
}

/**
 * Reads the request's JSON object. No body is `{}`, so that the schema names the first missing field.
 * @throws HttpProblem 415 for a body that is not JSON, 413 above `maxBytes`, 400 for broken JSON,
 * a `__proto__` key, or a client that was gone before its body was read
 */
export async function readJsonBody(ctx: Context, maxBytes = MAX_BODY_BYTES): Promise<unknown> {
  const hasBody = ctx.req.headers['transfer-encoding'] !== undefined || (ctx.request.length ?? 0) > 0;
  if (!hasBody) return {};
  if (ctx.request.is('application/json', 'application/*+json') === false) {
    throw new HttpProblem(415, 'Please send the request as JSON (Content-Type: application/json)');
  }
  await parserOf(maxBytes)(ctx, async () => {});
  // the client left before its body was read
  if (ctx.request.body === undefined) throw new HttpProblem(400, 'The request broke off');
  return ctx.request.body;
}

function bodyProblem(error: Error, maxBytes: number): HttpProblem {
  const { status } = error as { readonly status?: unknown };
  if (status === 413) {
    return new HttpProblem(413, `The request is too large: at most ${maxBytes / 1000} kB`, {
      headers: { Connection: 'close' },
    });
  }
  if (status === 415) return new HttpProblem(415, 'This content encoding is not supported');
  return new HttpProblem(400, 'The request body is not valid JSON');
}
