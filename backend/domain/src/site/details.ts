import { z } from 'zod';
import { personal } from '../kernel/personal.ts';
import { countShape, type Details } from '../kernel/shapes.ts';
import { mapValues } from '../values/names.ts';
import { SITE_TEXTS } from '../values/siteTexts.ts';

const text = z.string();
const name = { siteName: text };
const address = { siteAddress: text, siteCity: text, siteState: text, siteZip: text };
const system = {
  panels: countShape,
  softwareVersion: text.nullable(),
  hardware: z.array(text),
  existingPlatform: text.nullable(),
};

/** Where and what a site is, as a form holds it. A text that an older event lacks reads as null. */
export const siteFormShape = {
  ...name,
  ...address,
  ...system,
  ...mapValues(SITE_TEXTS, () => text.nullable().default(null)),
};

/** The same as the log holds it: address and texts are encrypted with the account's key; the name is a label. */
export const siteDetailsShape = {
  ...name,
  ...mapValues(address, personal),
  ...system,
  ...mapValues(SITE_TEXTS, () => personal(text).nullable().default(null)),
};

export const PERSONAL_SITE_FIELDS = Object.keys({ ...address, ...SITE_TEXTS }) as readonly (
  | keyof typeof address
  | keyof typeof SITE_TEXTS
)[];

/** What a command carries; the reader count has a command of its own. */
export type SiteDetails = Details<typeof siteFormShape>;
/** What the log holds: personal fields are unreadable once the account's key is erased. */
export type StoredSiteDetails = Details<typeof siteDetailsShape>;

/** What a field holds while nobody filled it in. */
export const BLANK_SITE: SiteDetails = {
  siteName: '',
  siteAddress: '',
  siteCity: '',
  siteState: '',
  siteZip: '',
  panels: 0,
  softwareVersion: null,
  hardware: [],
  existingPlatform: null,
  ...mapValues(SITE_TEXTS, () => null),
};

/** The names of the details, in the order of events. */
export const SITE_FIELDS = Object.keys(siteDetailsShape) as readonly (keyof SiteDetails)[];
