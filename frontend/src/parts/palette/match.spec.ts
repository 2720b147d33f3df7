import fc from 'fast-check';
import { expect, it } from 'vitest';
import { matchOf, piecesOf } from './match.ts';

// Proves S5-admin-palette-4
it('ranks a field that is the text, begins with it, has a word that does, and then the rest', () => {
  const names = ['Upper Pier', 'Old Pier 7', 'Pier 7', 'Pier', 'Rapier Ltd'];
  const ranked = names
    .map((name) => ({ name, rank: matchOf([name], 'pier')?.rank ?? Number.NaN }))
    .sort((a, b) => a.rank - b.rank);
  expect(ranked.map(({ name }) => name)).toEqual([
    'Pier',
    'Pier 7',
    'Upper Pier',
    'Old Pier 7',
    'Rapier Ltd',
  ]);
});

// Proves S5-admin-palette-4
it('prefers the start of an address to the middle of a name, and says which field fits', () => {
  const address = ['Depot', '12 Harbor Road, Staten Island, NY 10311'];
  expect(matchOf(address, '12 Harbor')).toEqual({ rank: 101, field: 1 });
  expect(matchOf(address, '12 harbor road staten')?.field).toBe(1);
  expect(matchOf(['Unit 12 Harbor', '1 Elm St'], '12 harbor')).toEqual({ rank: 200, field: 0 });
  expect(matchOf(['Écluse 2'], 'ecluse')).toEqual({ rank: 100, field: 0 });
});

// Proves S5-admin-palette-4
it('finds words in different fields last, and nothing where a word is missing', () => {
  expect(matchOf(['Depot', '12 Harbor Road'], 'depot harbor')).toEqual({ rank: 400, field: 0 });
  expect(matchOf(['Depot', '12 Harbor Road'], 'depot pier')).toBeNull();
});

// Proves S5-admin-palette-4
it('marks what was typed, or its words', () => {
  const marked = (text: string, typed: string) =>
    piecesOf(text, typed)
      .map(({ text: piece, hit }) => (hit ? `[${piece}]` : piece))
      .join('');
  expect(marked('12 Harbor Road', 'harbor')).toBe('12 [Harbor] Road');
  expect(marked('12 Harbor Road, Albany', 'harbor albany')).toBe('12 [Harbor] Road, [Albany]');
  expect(marked('Grande Écluse', 'ecluse')).toBe('Grande [Écluse]');
  expect(marked('Depot', '')).toBe('Depot');
});

it('keeps every character of a text', () =>
  fc.assert(
    fc.property(fc.string(), fc.string(), (text, typed) => {
      expect(
        piecesOf(text, typed)
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text);
    }),
  ));
