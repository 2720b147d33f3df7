import type { Projections } from '@portal/projections';
import type { AlertCheck } from '../check.ts';

const SYSTEM = { path: '/system', label: 'Open System' };

/** What a read model had to set aside: a company's pages are no longer of now, and it is not billed. */
export function parkedAccountsCheck(projections: Pick<Projections, 'status'>): AlertCheck {
  return {
    kind: 'parked',
    async look() {
      const models = new Map<string, string[]>();
      for (const { projection, parked } of await projections.status()) {
        for (const { key } of parked) models.set(key, [...(models.get(key) ?? []), projection]);
      }
      return [...models].map(([key, names]) => ({
        subject: key,
        severity: 'critical' as const,
        title: key.startsWith('stream:')
          ? `An event can't be read: ${key.slice('stream:'.length)} is set aside.`
          : "A company's data are set aside: its pages are not of now, and it is not billed.",
        todo: `${names.length === 1 ? 'The read model' : 'The read models'} ${names.sort().join(', ')} could not take an event; System says which, and why. Resume once the reason is mended; nothing is lost.`,
        link: SYSTEM,
        mark: names.join(' '),
      }));
    },
  };
}
