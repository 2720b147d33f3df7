/** Letters that Unicode does not take apart into a base letter and an accent. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
};

/**
 * The key by which names are searched and sorted (rule B50): without regard to case, accents, the form of apostrophes,
 * invisible characters and repeated spaces. Stored keys depend on it: a change needs new versions of the projections.
 */
export function nameKey(text: string): string {
  return (
    text
      // before the compatibility form, which turns some of them into a space and an accent
      .replace(/[‘’‚‛′`´ʹʻʼʽˈ՚＇]/g, "'")
      .normalize('NFKD')
      .toLowerCase()
      .normalize('NFKD')
      .replace(/[\u0300-\u036f\p{Default_Ignorable_Code_Point}]/gu, '')
      .replace(/[ßæœøłđðþħıς]/g, (letter) => LETTERS[letter] ?? letter)
      .normalize('NFC')
      .replace(/\s+/g, ' ')
      .trim()
  );
}

/** Order of two names by their keys, as the databases sort them. */
export function compareNames(one: string, other: string): number {
  const [a, b] = [nameKey(one), nameKey(other)];
  return a < b ? -1 : a > b ? 1 : 0;
}

/** At least one letter or digit that can be seen (rule B50). */
export const hasLetterOrDigit = (text: string) =>
  /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}]/u.test(text);

/** Nothing that can be seen: spaces, control and invisible characters, the Braille blank. */
export const isBlank = (text: string) =>
  /^[\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u.test(text);

/** Usernames of new users (rule B50). */
export const isUsername = (text: string) =>
  /^(?:(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}._@+-])+$/u.test(text) && hasLetterOrDigit(text);
export const USERNAME_PROBLEM = 'Please use only letters, digits and . _ @ + - in a username';

/** What makes two sites of a company the same: name and address. ZIP codes have several forms. */
export function siteKey(site: {
  readonly site_name: string;
  readonly site_address: string;
  readonly site_city: string;
  readonly site_state: string;
}): string {
  return JSON.stringify([site.site_name, site.site_address, site.site_city, site.site_state].map(nameKey));
}
