import type { Random } from './random.ts';
import { COMPANY_ENDINGS, COMPANY_WORDS, FIRST_NAMES, LAST_NAMES, REGIONS, STREETS } from './words.ts';

/** `name`: in the plan, and the username. */
export type PlannedDealer = ReturnType<typeof planDealers>[number];

/** The dealer whose sign-in `npm run demo` prints. */
export const SHOWN_DEALER = 'dealer';

/** A fictional number: 555-0100 to 555-0199 are reserved. */
export function phoneNumber(random: Random, areaCode: string): string {
  return `(${areaCode}) 555-01${String(random.whole(0, 99)).padStart(2, '0')}`;
}

export function streetAddress(random: Random): string {
  return `${random.whole(1, 899)} ${random.pick(STREETS)}`;
}

/** Dealers with unique companies and usernames; the first is {@link SHOWN_DEALER}. */
export function planDealers(random: Random, count: number) {
  const words = random.shuffled(COMPANY_WORDS);
  const endings = random.shuffled(COMPANY_ENDINGS);
  const lastNames = random.shuffled(LAST_NAMES);
  return Array.from({ length: count }, (_, index) => {
    // each word once, then each with another ending
    const round = Math.floor(index / words.length);
    const word = words[index % words.length];
    const company = `${word} ${endings[(index + round) % endings.length]}`;
    const first = random.pick(FIRST_NAMES);
    const last = lastNames[index % lastNames.length] ?? '';
    const region = random.pick(REGIONS);
    const [city, zip] = random.pick(region.cities);
    const name = index === 0 ? SHOWN_DEALER : `${first.charAt(0)}${last}${index}`.toLowerCase();
    const domain = `${company.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.example.com`;
    const request = {
      name: `${first} ${last}`,
      company,
      email: `${first}.${last}@${domain}`.toLowerCase(),
      phone: phoneNumber(random, region.areaCode),
      address: streetAddress(random),
      city,
      state: region.state,
      zip,
      experience: random.pick(['Less than 1 year', '1-3 years', '4-10 years', 'More than 10 years']),
      username: name,
      agreeToTerms: true as const,
    };
    return { name, region, request };
  });
}
