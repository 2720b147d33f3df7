import { describe, expect, it } from 'vitest';
import { compareNames, hasLetterOrDigit, isBlank, isUsername, nameKey, siteKey } from './nameKeys.ts';

describe('the key of a name', () => {
  // Proves I35-30
  it.each([
    ['Écluse', 'ecluse'],
    ['E\u0301cluse', 'ecluse'],
    ['  O’Brien  &\u00A0Sons ', "o'brien & sons"],
    ['O´Brien', "o'brien"],
    ['OʼBrien', "o'brien"],
    ['Łódź Øst Straße', 'lodz ost strasse'],
    ['İstanbul', 'istanbul'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['Ｐier\u200B 7', 'pier 7'],
    ['한국', '한국'],
    ['が', 'が'],
  ])('of %j is %j', (name, key) => {
    expect(nameKey(name)).toBe(key);
    expect(nameKey(key)).toBe(key);
  });

  // Proves I35-30
  it('sorts names without regard to case and accents', () => {
    expect(['Zenith', 'acme', 'Écluse', 'Beta'].sort(compareNames)).toEqual([
      'acme',
      'Beta',
      'Écluse',
      'Zenith',
    ]);
  });

  it('of a site is that of its name and address', () => {
    const site = { site_name: 'Dépôt 1', site_address: '1 Main St', site_city: 'Albany', site_state: 'NY' };
    expect(siteKey({ ...site, site_name: ' depot 1 ', site_address: '1 MAIN ST' })).toBe(siteKey(site));
    expect(siteKey({ ...site, site_address: '2 Main St' })).not.toBe(siteKey(site));
  });
});

// Proves I35-30
it.each([
  ['Ann', true, false],
  ['7', true, false],
  ['株式会社', true, false],
  ['- & -', false, false],
  ['\u2800\u2800', false, true],
  ['\u200B \u2060', false, true],
  ['\u3164\u3164', false, true],
])('%j has a visible letter or digit: %s; is blank: %s', (text, letter, blank) => {
  expect([hasLetterOrDigit(text), isBlank(text)]).toEqual([letter, blank]);
});

// Proves I35-30
it.each([
  ['dana', true],
  ['Éva.M-1_2+x@example', true],
  ['dana smith', false],
  ['dana\u200Bsmith', false],
  ['dana\u3164', false],
  ['dana!', false],
  ['...', false],
])('the username %j may be new: %s', (username, may) => expect(isUsername(username)).toBe(may));
