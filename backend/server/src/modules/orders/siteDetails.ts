import { BLANK_SITE, SITE_FIELDS, type SiteDetails } from '@portal/domain';
import { type SnakeNames, snake } from '@portal/domain/values';

/** Details as requests name them; hardware is priced first, so it is no part of it. */
type SiteBody = {
  readonly [K in keyof SnakeNames<Omit<SiteDetails, 'panels' | 'hardware'>>]?:
    | SnakeNames<SiteDetails>[K]
    | undefined;
} & { readonly number_of_acu_panels?: number | undefined };

const NAMES = SITE_FIELDS.filter((field) => field !== 'hardware').map(
  (field) => [field, field === 'panels' ? 'number_of_acu_panels' : snake(field)] as const,
);

/** The details that a request names, under their names in the log; a blank one becomes what a site has without it. */
export function detailsIn(body: SiteBody): Partial<SiteDetails> {
  const found: Record<string, unknown> = {};
  for (const [field, name] of NAMES) {
    const value = body[name];
    if (value !== undefined) found[field] = value === '' ? BLANK_SITE[field] : value;
  }
  return found;
}
