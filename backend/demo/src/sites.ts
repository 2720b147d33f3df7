import type { NewSiteForm } from '@portal/contract';
import { streetAddress } from './dealers.ts';
import type { Random } from './random.ts';
import { type REGIONS, SITE_KINDS, SITE_NOTES, SITE_PLACES } from './words.ts';

export interface PlannedSite {
  /** Its name in the plan. */
  readonly name: string;
  readonly readers: number;
  request(region: (typeof REGIONS)[number]): NewSiteForm;
}

/** Readers per panel. */
const READERS_A_PANEL = 8;
const MAX_PANELS = 10;

/** Sites with unique names, without hardware, whose orders cost nothing. */
export function planSites(random: Random, count: number): readonly PlannedSite[] {
  const all = SITE_PLACES.flatMap((place) => SITE_KINDS.map((kind) => ({ place, kind })));
  const named = random.shuffled(all);
  return Array.from({ length: count }, (_, index) => {
    const { place, kind } = named[index % named.length] ?? random.pick(all);
    const round = Math.floor(index / named.length);
    const siteName = round === 0 ? `${place} ${kind.name}` : `${place} ${kind.name} ${round + 1}`;
    const readers = random.whole(...kind.readers);
    const panels = Math.min(MAX_PANELS, Math.ceil(readers / READERS_A_PANEL));
    return {
      name: siteName,
      readers,
      request(region) {
        const [city, zip] = random.pick(region.cities);
        return {
          site_name: siteName,
          site_address: streetAddress(random),
          site_city: city,
          site_state: region.state,
          site_zip: zip,
          number_of_acu_panels: String(panels),
          number_of_readers: String(readers),
          software_version: 'aurora',
          ...(random.oneIn(4) ? { site_notes: random.pick(SITE_NOTES) } : {}),
        };
      },
    };
  });
}

/** Splits `count` into falling shares, each at least one if possible. */
export function fallingShares(count: number, shares: number): readonly number[] {
  const weights = Array.from({ length: shares }, (_, index) => 1 / (index + 3));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const spare = Math.max(0, count - shares);
  const given = weights.map((weight) => Math.floor((weight / all) * spare) + (count >= shares ? 1 : 0));
  const left = count - given.reduce((sum, share) => sum + share, 0);
  return given.map((share, index) => share + (index < left ? 1 : 0));
}
