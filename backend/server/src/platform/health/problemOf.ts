/** Problems of a service by code, of gRPC or PostgreSQL, or by the message's text; the first match counts. */
const PROBLEMS: readonly (readonly [problem: string, codes: readonly unknown[], text?: RegExp])[] = [
  ['wrong user or password', [7, 16, '28000', '28P01'], /password authentication failed/i],
  ['certificate not accepted', ['CERT_HAS_EXPIRED'], /certificate|altname/i],
  ['no leader', [], /leader info available|there is no leader$/i],
  ['no node answers', [], /^no node answers$/],
  ['no database of this name', ['3D000']],
  ['too many connections', ['53300']],
  ['starting or stopping', ['57P01', '57P02', '57P03'], /Server Is Not Ready/],
  [
    'no answer',
    [4, 14, 'ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT'],
    /time(d )?out|did not answer|connection terminated/i,
  ],
];

/**
 * Why a service can't be used, in words that show no address, user or password: /readyz is public.
 * @returns `failed` for any other error
 */
export function problemOf(error: unknown): string {
  const chain = chainOf(error);
  const found = PROBLEMS.find(([, codes, text]) =>
    chain.some((one) => codes.includes((one as { readonly code?: unknown }).code) || text?.test(one.message)),
  );
  return found?.[0] ?? 'failed';
}

/** The error, its causes and, for a name with several addresses, the error of each. */
function chainOf(error: unknown): readonly Error[] {
  if (!(error instanceof Error)) return [];
  const parts: unknown[] = error instanceof AggregateError ? error.errors : [];
  return [error, ...parts.flatMap(chainOf), ...chainOf(error.cause)];
}
