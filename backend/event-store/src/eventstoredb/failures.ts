import { type ExpectedRevision, StoreUnavailable } from '../port.ts';

/** Trailers of a gRPC error, as far as they are looked at. */
interface Trailers {
  get(key: string): readonly (string | Buffer)[];
}

/**
 * EventStoreDB names its refusals in the trailer `exception`. Errors come as plain gRPC errors too, so
 * nothing is concluded from the client's error classes.
 * @returns for example `wrong-expected-version`; null when the error is no refusal of the server
 */
export function refusalOf(error: unknown): string | null {
  return trailer(error, 'exception');
}

/** Where the stream stands, from a refusal with `wrong-expected-version`; a stream that isn't there may be left out. */
export function actualRevisionOf(error: unknown): ExpectedRevision {
  const actual = trailer(error, 'actual-version');
  return actual === null || !/^\d+$/.test(actual) ? 'no_stream' : BigInt(actual);
}

function trailer(error: unknown, key: string): string | null {
  if (!(error instanceof Error) || !('metadata' in error)) return null;
  const trailers = error.metadata as Partial<Trailers> | undefined;
  const value = trailers?.get?.(key)[0];
  return value === undefined ? null : value.toString();
}

/** What a caller sees of any failure whose outcome is unknown. */
export function unavailable(what: string, cause: unknown): StoreUnavailable {
  if (cause instanceof StoreUnavailable) return cause;
  const why = cause instanceof Error ? cause.message : String(cause);
  return new StoreUnavailable(`${what}: ${why}`, { cause });
}

/**
 * Rejects as unavailable when `work` has not settled in time: connecting and discovery know no deadline.
 * @param abandon gets a result that comes too late
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
