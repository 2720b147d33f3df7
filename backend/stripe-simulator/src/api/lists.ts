import { invalid, missing } from '../failures.ts';

interface Page {
  readonly ending_before?: string | undefined;
  readonly starting_after?: string | undefined;
  readonly limit?: number | undefined;
}

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;

/** Of these items those whose fields are what the list was asked for, and that were created when it says. */
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
 * @throws StripeFailure 400 for a limit outside 1 to 100, an unknown cursor, or both cursors
 */
export function listOf<T extends { readonly id: string }>(items: readonly T[], page: Page, url: string) {
  const limit = limitOf(page.limit);
  const { starting_after: after, ending_before: before } = page;
  if (after !== undefined && before !== undefined)
    throw invalid('Received both starting_after and ending_before parameters. Please pass in only one.', {
      code: 'parameters_exclusive',
    });
  const newestFirst = items.toReversed();
  const at = (id: string, param: string) => {
    const index = newestFirst.findIndex((item) => item.id === id);
    if (index < 0) throw missing('object', id, param);
    return index;
  };
  const rest =
    before === undefined
      ? newestFirst.slice(after === undefined ? 0 : at(after, 'starting_after') + 1)
      : newestFirst.slice(0, at(before, 'ending_before'));
  // going back, the page is the one next to the cursor
  const data = before === undefined ? rest.slice(0, limit) : rest.slice(-limit);
  return { object: 'list', data, has_more: rest.length > data.length, url };
}

export function limitOf(limit = DEFAULT_LIMIT): number {
  if (limit < 1 || limit > MAX_LIMIT)
    throw invalid(`This value must be between 1 and ${MAX_LIMIT}. The limit was ${limit}.`, {
      param: 'limit',
    });
  return limit;
}
