import { migrationStream, orderDecider, orderStream, siteStream } from '@portal/domain';
import { consequence, process } from '../../kernel/process.ts';
import { lastPresentMigration, lastPresentSite } from '../companies/module.ts';

/**
 * A site or migration that is deleted before it was ever approved is rejected in its order, which gives back what was
 * paid for it (decisions, Data). One that was approved keeps its price: it was delivered.
 */
export const rejectOrderOfDeletedRequest = process({
  name: 'rejectOrderOfDeletedRequest',
  types: ['SiteDeleted', 'MigrationDeleted'],
  async decide({ event }, load) {
    const { reason } = event.data;
    let entryId: string;
    let orderId: string | null;
    if (event.type === 'SiteDeleted') {
      entryId = event.data.siteId;
      const site = await load(siteStream(entryId), lastPresentSite);
      orderId = site?.firstActivatedOn === null ? site.orderId : null;
    } else {
      entryId = event.data.migrationId;
      const migration = await load(migrationStream(entryId), lastPresentMigration);
      orderId = migration?.orderId ?? null;
    }
    if (orderId === null) return [];
    const order = await load(orderStream(orderId), orderDecider);
    if (order.status === 'none' || !order.entries.some(({ id }) => id === entryId)) return [];
    return [
      consequence({
        stream: orderStream(orderId),
        // where the site went to another company meanwhile, the money is still the one's who paid
        accounts: [order.accountId],
        decider: orderDecider,
        command: { type: 'RejectOrder', entryIds: [entryId], reason },
      }),
    ];
  },
});
