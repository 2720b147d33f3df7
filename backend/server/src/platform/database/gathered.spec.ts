import { describe, expect, it } from 'vitest';
import { gathered } from './gathered.ts';

function counted(fail = false) {
  const asked: (readonly string[])[] = [];
  const find = gathered(async (keys) => {
    asked.push(keys);
    if (fail) throw new Error('away');
    return new Map(keys.map((key) => [key, key.toUpperCase()]));
  });
  return { asked, find };
}

describe('look-ups of one turn', () => {
  it('are one query, with each key in it once', async () => {
    const { asked, find } = counted();
    const [one, two] = await Promise.all([find(['a', 'b']), find(['b', 'c'])]);
    expect(asked).toEqual([['a', 'b', 'c']]);
    expect(one.get('a')).toBe('A');
    expect(two.get('c')).toBe('C');
  });

  it('never share a query that has begun, so they see later changes', async () => {
    const { asked, find } = counted();
    await find(['a']);
    await find(['a']);
    expect(asked).toEqual([['a'], ['a']]);
  });

  it('fail together, and the next is queried again', async () => {
    const { asked, find } = counted(true);
    const both = await Promise.allSettled([find(['a']), find(['b'])]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(find(['a'])).rejects.toThrow('away');
    expect(asked).toHaveLength(2);
  });
});
