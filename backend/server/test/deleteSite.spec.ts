import { BLANK_SITE, siteDecider, siteStream } from '@portal/domain';
import { expect, it } from 'vitest';
import { deleteSite } from '../src/modules/sites/changeSite.ts';
import { memoryPorts } from './support/memoryPorts.ts';

/** A site that was ordered, paid by `orderId` where there is one. */
async function ordered(orderId: string | null) {
  const memory = memoryPorts();
  const { ports, command } = memory;
  const details = {
    ...BLANK_SITE,
    siteName: 'Pier',
    siteAddress: '',
    siteCity: '',
    siteState: '',
    siteZip: '',
    panels: 2,
    softwareVersion: null,
    hardware: [],
  };
  await ports.execute({
    stream: siteStream('s1'),
    decider: siteDecider,
    command: {
      type: 'CreateSite',
      siteId: 's1',
      accountId: 'a1',
      userId: 'u1',
      details,
      readers: 1,
      requestedDate: '2026-03-01',
      priceCents: orderId === null ? 0 : 6_500,
      orderId,
    },
    context: command(),
    accounts: ['a1'],
  });
  return memory;
}

it('requires and stores a reason for a paid pending site', async () => {
  const { ports, command, events } = await ordered('order-1');
  for (const reason of [undefined, '']) {
    await expect(deleteSite(ports, 's1', command(), { reason })).rejects.toMatchObject({
      kind: 'unprocessable',
      path: 'reason',
    });
  }
  await deleteSite(ports, 's1', command(), { reason: 'out of range' });
  expect(events('SiteDeleted')).toMatchObject([{ data: { siteId: 's1', reason: 'out of range' } }]);
});

it('requires no reason for an unpaid or approved site', async () => {
  const free = await ordered(null);
  await deleteSite(free.ports, 's1', free.command());
  expect(free.events('SiteDeleted')).toMatchObject([{ data: { reason: null } }]);

  const approved = await ordered('order-1');
  await approved.ports.execute({
    stream: siteStream('s1'),
    decider: siteDecider,
    command: { type: 'ApproveSite', activeFrom: '2026-03-01' },
    context: approved.command(),
    accounts: ['a1'],
  });
  await deleteSite(approved.ports, 's1', approved.command());
  expect(approved.events('SiteDeleted')).toHaveLength(1);
});
