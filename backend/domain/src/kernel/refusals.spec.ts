import { describe, expect, it } from 'vitest';
import { BusinessRefusal } from './decider.ts';
import { refuseBadPanels, refuseBadReaders } from './refusals.ts';

describe('counts are accepted up to their limits', () => {
  it.each([0, 1])('readers from %i to 100,000', (min) => {
    for (const readers of [min, 100_000]) expect(() => refuseBadReaders(readers, min)).not.toThrow();
    for (const readers of [min - 1, 100_001])
      expect(() => refuseBadReaders(readers, min)).toThrow(
        new BusinessRefusal(
          'unprocessable',
          `Number of readers must be a whole number from ${min} to 100,000`,
          'numberOfReaders',
        ),
      );
  });
  it('panels from 0 to 1,000', () => {
    for (const panels of [0, 1_000]) expect(() => refuseBadPanels(panels)).not.toThrow();
    for (const panels of [-1, 1_001])
      expect(() => refuseBadPanels(panels)).toThrow(
        'Number of ACU panels must be a whole number from 0 to 1,000',
      );
  });
});
