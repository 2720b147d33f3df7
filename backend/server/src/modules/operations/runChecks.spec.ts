import { expect, it } from 'vitest';
import type { Finding } from './check.ts';
import { runChecks } from './runChecks.ts';

const log = { warn: () => undefined };
const finding = (subject: string, more: Partial<Finding> = {}): Finding => ({
  subject,
  severity: 'warning',
  title: `${subject} is parked.`,
  todo: 'Mend it.',
  link: { path: '/system', label: 'Open System' },
  mark: subject,
  ...more,
});
const named = (index: number) => `company ${String(index).padStart(4, '0')}`;

async function found(findings: readonly Finding[]): Promise<readonly Finding[]> {
  const looks = [{ kind: 'parked' as const, name: 'parked', look: async () => ({ findings }) }];
  const [first] = await runChecks(looks, new AbortController().signal, log);
  return first?.findings ?? [];
}

// Proves I8-alerts-6
it('lists a hundred findings of a kind, always the same ones, and counts the rest', async () => {
  const all = Array.from({ length: 9_000 }, (_, index) => finding(named(index)));
  const hundred = all.slice(0, 100);
  expect(await found(hundred)).toEqual(hundred);
  const told = await found(all);
  expect(told.slice(0, 100)).toEqual(hundred);
  expect(told.slice(100)).toEqual([
    {
      subject: 'more',
      severity: 'warning',
      title: '8900 more of the same. One of them: company 0100 is parked.',
      todo: 'Mend it.',
      link: { path: '/system', label: 'Open System' },
    },
  ]);
  expect(await found([...all].reverse())).toEqual(told);
});

it('counts the rest as critical if one of it is', async () => {
  const all = Array.from({ length: 102 }, (_, index) =>
    finding(named(index), { severity: index === 101 ? 'critical' : 'warning' }),
  );
  expect((await found(all)).at(-1)).toMatchObject({
    severity: 'critical',
    title: '2 more of the same. One of them: company 0101 is parked.',
  });
});

it('stops waiting for checks when aborted', async () => {
  const leaving = new AbortController();
  const looks = [{ kind: 'low_disk' as const, name: 'low_disk', look: () => new Promise<never>(() => {}) }];
  const looking = runChecks(looks, leaving.signal, log);
  leaving.abort();
  expect((await looking).map(({ kind, findings }) => [kind, findings])).toEqual([['unchecked', []]]);
});
