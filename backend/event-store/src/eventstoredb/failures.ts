import { DamagedStream, StoreUnavailable } from '../port.ts';

/** Trailers of a gRPC error. */
interface Trailers {
  get(key: string): readonly (string | Buffer)[];
}

/**
 * EventStoreDB names refusals in the trailer `exception`. The client's error classes are not used, because errors may
 * also come as plain gRPC errors.
 * @returns for example `wrong-expected-version`; null if the server did not refuse
 */
export function refusalOf(error: unknown): string | null {
  return error instanceof AppendFailed ? error.refusal : trailer(error, 'exception');
}

/** gRPC's code at which the client drops its connection and looks for a node again. */
export const UNAVAILABLE = 14;

/** The server answered that it did not, or perhaps did not, append. */
export class AppendFailed extends Error {
  override readonly name = 'AppendFailed';
  /** As in {@link refusalOf}. */
  readonly refusal: string | null;

  constructor(message: string, refusal: string | null = null) {
    super(message);
    this.refusal = refusal;
  }
}

/**
 * Whether a server could not commit an append at this moment: while the first of equal appends is committed, without a
 * leader, or on another node than the leader.
 */
export function isPassing(error: unknown): boolean {
  if (refusalOf(error) === 'not-leader') return true;
  return error instanceof AppendFailed && /^Timeout|No leader info available/.test(error.message);
}

function trailer(error: unknown, key: string): string | null {
  if (!(error instanceof Error) || !('metadata' in error)) return null;
  const trailers = error.metadata as Partial<Trailers> | undefined;
  const value = trailers?.get?.(key)[0];
  return value === undefined ? null : value.toString();
}

/** An error for callers: a stream deleted for good is damaged, all else passes. */
export function failure(what: string, cause: unknown): StoreUnavailable | DamagedStream {
  if (cause instanceof StoreUnavailable || cause instanceof DamagedStream) return cause;
  if (refusalOf(cause) === 'stream-deleted')
    return new DamagedStream(trailer(cause, 'stream-name') ?? '', 'was deleted for good', { cause });
  const why = cause instanceof Error ? cause.message : String(cause);
  const reason = why.startsWith('16 UNAUTHENTICATED') ? `wrong user or password (${why})` : why;
  return new StoreUnavailable(`${what}: ${reason}`, { cause });
}

/**
 * Rejects as unavailable if `work` has not settled in time, because connecting and discovery have no deadline.
 * @param abandon receives a late result
 */
export async function within<T>(
  timeoutMs: number,
  work: Promise<T>,
  abandon?: (late: T) => void,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let late = false;
  work.then(
    (result) => {
      if (late) abandon?.(result);
    },
    () => undefined,
  );
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      late = true;
      reject(new StoreUnavailable(`EventStoreDB did not answer within ${timeoutMs} ms`));
    }, timeoutMs);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
