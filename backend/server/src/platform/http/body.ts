import type { Context } from 'koa';
import { HttpProblem } from './errors.ts';
import { stateOf } from './requestLog.ts';

/** Maximum size of a JSON body, in bytes (rule T4). */
export const MAX_BODY_BYTES = 100_000;

/**
 * Memory of this process for request bodies above that, in bytes. Smaller bodies never wait for it, so large ones that stop
 * halfway keep out neither webhooks nor orders.
 */
const MAX_LARGE_BYTES = 50_000_000;
let largeBytes = 0;

export interface RawBody {
  readonly types: readonly string[];
  readonly maxBytes: number;
  /** Message for other types. */
  readonly otherwise: string;
}

/** Reads a file. @throws HttpProblem 415 for another type, and those of {@link readBytes} */
export async function readFileBody(ctx: Context, { types, maxBytes, otherwise }: RawBody): Promise<Buffer> {
  const given = ctx.get('Content-Type').split(';')[0]?.trim().toLowerCase() ?? '';
  if (!types.includes(given)) throw new HttpProblem(415, otherwise);
  return readPlainBytes(ctx, maxBytes, 'file');
}

/**
 * Reads the request's JSON object. No body is `{}`, so that the schema names the first missing field.
 * @throws HttpProblem 415 for a body that is not JSON, 400 for broken JSON or a `__proto__` key, and those of {@link readBytes}
 */
export async function readJsonBody(ctx: Context, maxBytes = MAX_BODY_BYTES): Promise<unknown> {
  const hasBody = ctx.req.headers['transfer-encoding'] !== undefined || (ctx.request.length ?? 0) > 0;
  if (!hasBody) return {};
  if (ctx.request.is('application/json', 'application/*+json') === false) {
    throw new HttpProblem(415, 'Please send the request as JSON (Content-Type: application/json)');
  }
  const body = parsed(new TextDecoder().decode(await readPlainBytes(ctx, maxBytes, 'request')));
  stateOf(ctx).sentBody = body;
  return body;
}

/** Refuses the name that would change an object's prototype where a body is copied. */
function withoutPrototype(name: string, value: unknown): unknown {
  if (name === '__proto__') throw new SyntaxError(name);
  return value;
}

function parsed(text: string): unknown {
  try {
    // names are looked at only where one may be it, as written or escaped
    const look = /__proto__|\\u/.test(text) ? withoutPrototype : undefined;
    const value: unknown = text === '' ? {} : JSON.parse(text, look);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // refused below
  }
  throw new HttpProblem(400, 'The request body is not valid JSON');
}

function readPlainBytes(ctx: Context, maxBytes: number, what: string): Promise<Buffer> {
  if ((ctx.get('Content-Encoding') || 'identity') !== 'identity') {
    throw new HttpProblem(415, 'This content encoding is not supported');
  }
  return readBytes(ctx, maxBytes, what);
}

/**
 * Reads a body as it is. Too large a one is read to its end and dropped, so that the client gets the response and not a
 * reset.
 * @param what names it in messages
 * @throws HttpProblem 413 above `maxBytes`, 503 while other large bodies fill the memory set aside for them, 400 if it
 *   breaks off
 */
export async function readBytes(ctx: Context, maxBytes: number, what: string): Promise<Buffer> {
  let held = 0;
  try {
    if ((ctx.request.length ?? 0) > maxBytes) throw tooLarge(what, maxBytes);
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of ctx.req.iterator({ destroyOnReturn: false })) {
      size += chunk.length;
      if (size > maxBytes) throw tooLarge(what, maxBytes);
      if (size > MAX_BODY_BYTES) {
        if (largeBytes - held + size > MAX_LARGE_BYTES) throw tooManyAtOnce();
        largeBytes += size - held;
        held = size;
      }
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } catch (error) {
    ctx.req.resume();
    if (error instanceof HttpProblem) throw error;
    throw new HttpProblem(400, `The ${what} broke off`);
  } finally {
    largeBytes -= held;
  }
}

const tooLarge = (what: string, maxBytes: number) =>
  new HttpProblem(
    413,
    `The ${what} is too large: at most ${maxBytes < 1_000_000 ? `${maxBytes / 1_000} kB` : `${maxBytes / 1_000_000} MB`}`,
    { headers: { Connection: 'close' } },
  );

const tooManyAtOnce = () =>
  new HttpProblem(503, 'Too many large requests arrive at the moment. Please try again in a few seconds.', {
    headers: { 'Retry-After': '5', Connection: 'close' },
  });
