import { BLANK_SITE, SITE_FIELDS, type SiteDetails } from '@portal/domain';
import { type SnakeNames, snake } from '@portal/domain/values';

/** Site details as requests name them; hardware is priced separately. */
type SiteBody = {
  readonly [K in keyof SnakeNames<Omit<SiteDetails, 'panels' | 'hardware'>>]?:
    | SnakeNames<SiteDetails>[K]
    | undefined;
} & { readonly number_of_acu_panels?: number | undefined };

const NAMES = SITE_FIELDS.filter((field) => field !== 'hardware').map(
  (field) => [field, field === 'panels' ? 'number_of_acu_panels' : snake(field)] as const,
);

/** The details in a request under their names in the log; blank values become defaults. */
export function detailsIn(body: SiteBody): Partial<SiteDetails> {
  const found: Record<string, unknown> = {};
  for (const [field, name] of NAMES) {
    const value = body[name];
    if (value !== undefined) found[field] = value === '' ? BLANK_SITE[field] : value;
  }
  return found;
}
