import { expect, it } from 'vitest';
import { paths } from './paths.ts';

const functionsIn = (table: object): readonly ((...ids: string[]) => string)[] =>
  Object.values(table).flatMap((one) =>
    typeof one === 'function' ? [one] : typeof one === 'object' ? functionsIn(one) : [],
  );

// Proves I35-22d
it('an id stays one part of a path, whatever it is', () => {
  const all = functionsIn(paths);
  expect(all.length).toBeGreaterThan(60);
  for (const path of all) {
    const own = path('x', 'y').split('/').length;
    const url = new URL(path('../a?b=c#d', '/e f'), 'https://portal.example');
    expect([url.pathname.split('/').length, url.search, url.hash]).toEqual([own, '', '']);
  }
});
