import { invalid, missing } from '../failures.ts';

interface Page {
  readonly starting_after?: string | undefined;
  readonly limit?: number | undefined;
}

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;

/** The items that have the given fields and time of creation. */
export function matching<
  Field extends string,
  T extends { readonly [F in Field]: unknown } & { readonly created: number },
>(
  items: readonly T[],
  params: { readonly [F in Field]: unknown } & {
    readonly created?: ((seconds: number) => boolean) | undefined;
  },
  ...fields: readonly Field[]
): readonly T[] {
  return items.filter(
    (item) =>
      fields.every((field) => params[field] === undefined || item[field] === params[field]) &&
      (params.created?.(item.created) ?? true),
  );
}

/**
 * A page of a list as Stripe answers it, newest first. `items` come oldest first.
 * @throws StripeFailure 400 for a limit outside 1 to 100, or an unknown cursor
 */
export function listOf<T extends { readonly id: string }>(
  items: readonly T[],
  { starting_after: after, limit = DEFAULT_LIMIT }: Page,
  url: string,
) {
  if (limit < 1 || limit > MAX_LIMIT)
    throw invalid(`This value must be between 1 and ${MAX_LIMIT}. The limit was ${limit}.`, {
      param: 'limit',
    });
  const newestFirst = items.toReversed();
  const cursor = after === undefined ? -1 : newestFirst.findIndex(({ id }) => id === after);
  if (after !== undefined && cursor < 0) throw missing('object', after, 'starting_after');
  const rest = newestFirst.slice(cursor + 1);
  const data = rest.slice(0, limit);
  return { object: 'list', data, has_more: rest.length > data.length, url };
}
