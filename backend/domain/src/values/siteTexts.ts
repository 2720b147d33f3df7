import { MAX_NOTE } from './limits.ts';
import { snakeNames } from './names.ts';

/** An optional text of a record: how forms call it and how much it takes. */
export interface TextField {
  readonly label: string;
  /** Characters. */
  readonly max: number;
  /** It may have line breaks, and forms show several lines. */
  readonly multiline?: boolean;
}

/**
 * The optional texts of a site. Event data, personal fields, API, table, history and forms derive from this list, so a
 * new text is one entry here (docs/adr/0027). Free of zod: a page that is shown early reads it.
 */
export const DEALER_SITE_TEXTS = {
  siteNotes: { label: 'Notes', max: MAX_NOTE, multiline: true },
} as const satisfies Readonly<Record<string, TextField>>;

/** Those that administrators alone write. */
export const ADMIN_SITE_TEXTS = {
  additionalInfo: { label: 'Additional Information', max: MAX_NOTE, multiline: true },
} as const satisfies Readonly<Record<string, TextField>>;

export const SITE_TEXTS = { ...DEALER_SITE_TEXTS, ...ADMIN_SITE_TEXTS };

/** The same under the names of the API and of the tables. */
export const DEALER_SITE_INPUTS = snakeNames(DEALER_SITE_TEXTS);
export const ADMIN_SITE_INPUTS = snakeNames(ADMIN_SITE_TEXTS);
export const SITE_INPUTS = snakeNames(SITE_TEXTS);
