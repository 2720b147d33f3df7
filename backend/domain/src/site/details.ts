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

/** A site's details in a form. A text that an older event lacks reads as null. */
export const siteFormShape = {
  ...name,
  ...address,
  ...system,
  ...mapValues(SITE_TEXTS, () => text.nullable().default(null)),
};

/** The details in the log: address and texts are encrypted with the account's key, the name is not. */
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

/** In commands; the reader count has its own command. */
export type SiteDetails = Details<typeof siteFormShape>;
/** In the log: personal fields can't be read once the account's key is erased. */
export type StoredSiteDetails = Details<typeof siteDetailsShape>;

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

export const SITE_FIELDS = Object.keys(siteDetailsShape) as readonly (keyof SiteDetails)[];
