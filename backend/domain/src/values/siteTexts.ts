import { MAX_NOTE } from './limits.ts';
import { snakeNames } from './names.ts';

export interface TextField {
  readonly label: string;
  /** Characters. */
  readonly max: number;
  readonly multiline?: boolean;
}

/**
 * The optional texts of a site. Event data, personal fields, API, table, history and forms derive from this list
 * (docs/adr/0027). Without zod, which New Site loads late.
 */
export const DEALER_SITE_TEXTS = {
  siteNotes: { label: 'Notes', max: MAX_NOTE, multiline: true },
} as const satisfies Readonly<Record<string, TextField>>;

/** Written by administrators only. */
export const ADMIN_SITE_TEXTS = {
  additionalInfo: { label: 'Additional Information', max: MAX_NOTE, multiline: true },
} as const satisfies Readonly<Record<string, TextField>>;

export const SITE_TEXTS = { ...DEALER_SITE_TEXTS, ...ADMIN_SITE_TEXTS };

/** Under their names in the API and in tables. */
export const DEALER_SITE_INPUTS = snakeNames(DEALER_SITE_TEXTS);
export const ADMIN_SITE_INPUTS = snakeNames(ADMIN_SITE_TEXTS);
export const SITE_INPUTS = snakeNames(SITE_TEXTS);
