import type { Context } from 'koa';
import { HttpProblem } from './errors.ts';
import { MAX_BODY_BYTES } from './jsonBody.ts';
import { largeBodies } from './largeBodies.ts';

/** A file as body. */
export interface RawBody {
  readonly types: readonly string[];
  readonly maxBytes: number;
  /** Message for other types. */
  readonly otherwise: string;
}

/**
 * Reads a file.
 * @throws HttpProblem 415 for another type, and those of {@link readBytes}
 */
export async function readRawBody(ctx: Context, { types, maxBytes, otherwise }: RawBody): Promise<Buffer> {
  const given = ctx.get('Content-Type').split(';')[0]?.trim().toLowerCase() ?? '';
  if (!types.includes(given)) throw new HttpProblem(415, otherwise);
  if ((ctx.get('Content-Encoding') || 'identity') !== 'identity') {
    throw new HttpProblem(415, 'This content encoding is not supported');
  }
  return readBytes(ctx, maxBytes, 'file');
}

/**
 * Reads a body as it is. Too large a one is read to its end and dropped, so that the client gets the response and not a
 * reset.
 * @param what names it in messages
 * @throws HttpProblem 413 above `maxBytes`, 503 while other large bodies fill the memory set aside for them, 400 if it
 *   breaks off
 */
export async function readBytes(ctx: Context, maxBytes: number, what: string): Promise<Buffer> {
  const { req } = ctx;
  const held = largeBodies();
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    return await new Promise<Buffer>((resolve, reject) => {
      const drop = (problem: HttpProblem) => {
        chunks.length = 0;
        req.off('data', take);
        req.resume();
        reject(problem);
      };
      const take = (chunk: Buffer) => {
        size += chunk.length;
        if (size > maxBytes) return drop(tooLarge(what, maxBytes));
        if (size > MAX_BODY_BYTES && !held.hold(size)) return drop(tooManyAtOnce());
        chunks.push(chunk);
      };
      if ((ctx.request.length ?? 0) > maxBytes) return drop(tooLarge(what, maxBytes));
      req.on('data', take);
      req.once('end', () => resolve(Buffer.concat(chunks)));
      for (const event of ['aborted', 'error'])
        req.once(event, () => reject(new HttpProblem(400, `The ${what} broke off`)));
    });
  } finally {
    held.release();
  }
}

const tooLarge = (what: string, maxBytes: number) =>
  new HttpProblem(413, `The ${what} is too large: at most ${maxBytes / 1_000_000} MB`, {
    headers: { Connection: 'close' },
  });

/** For bodies that find no room. */
export const tooManyAtOnce = () =>
  new HttpProblem(503, 'Too many large requests arrive at the moment. Please try again in a few seconds.', {
    headers: { 'Retry-After': '5', Connection: 'close' },
  });
