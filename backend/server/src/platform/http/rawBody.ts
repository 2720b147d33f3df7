import type { Context } from 'koa';
import { HttpProblem } from './errors.ts';

/** A file as body. */
export interface RawBody {
  readonly types: readonly string[];
  readonly maxBytes: number;
  /** Message for other types. */
  readonly otherwise: string;
}

/**
 * Reads a raw body. Too large a body is read to its end, so that the client gets the response and not a reset.
 * @throws HttpProblem 415 for another type, 413 above `maxBytes`, 400 if it breaks off
 */
export async function readRawBody(ctx: Context, { types, maxBytes, otherwise }: RawBody): Promise<Buffer> {
  const given = ctx.get('Content-Type').split(';')[0]?.trim().toLowerCase() ?? '';
  if (!types.includes(given)) throw new HttpProblem(415, otherwise);
  if ((ctx.get('Content-Encoding') || 'identity') !== 'identity') {
    throw new HttpProblem(415, 'This content encoding is not supported');
  }
  const { req } = ctx;
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const tooLarge = () => {
      chunks.length = 0;
      req.resume();
      const megabytes = maxBytes / 1_000_000;
      reject(
        new HttpProblem(413, `The file is too large: at most ${megabytes} MB`, {
          headers: { Connection: 'close' },
        }),
      );
    };
    if ((ctx.request.length ?? 0) > maxBytes) return tooLarge();
    req.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) tooLarge();
      else chunks.push(chunk);
    });
    req.once('end', () => resolve(Buffer.concat(chunks)));
    req.once('aborted', () => reject(new HttpProblem(400, 'The file broke off')));
    req.once('error', () => reject(new HttpProblem(400, 'The file broke off')));
  });
}
