import {
  accountStream,
  type Decider,
  type EmailPreferences,
  type PortalEvent,
  siteStream,
} from '@portal/domain';
import { expect, it } from 'vitest';
import { metadataFor } from '../../../projections/test/history.ts';
import { ACCOUNT_OPENED, SITE_IDS, siteAdded } from '../../domain/test/firstEvents.ts';
import type { PortalEnvelope } from '../src/kernel/execute.ts';
import { mailDealersOnRateAnnounced } from '../src/modules/billing/mails.ts';
import type { NotificationPorts } from '../src/platform/notifications/notification.ts';

const DAY = '2026-12-05';
const { siteId, accountId } = SITE_IDS;

/** A log of the company's and the site's streams, in this order. */
function logOf(
  events: readonly (readonly [stream: string, event: PortalEvent])[],
): readonly PortalEnvelope[] {
  const metadata = metadataFor([accountId], `${DAY}T15:00:00.000Z`);
  return events.map(([stream, event], index) => ({
    id: String(index),
    stream,
    revision: BigInt(events.slice(0, index).filter(([other]) => other === stream).length),
    position: String(index),
    event,
    metadata,
  }));
}

/** Writes the mails of an event after the whole log. */
async function mailsOf(log: readonly PortalEnvelope[], envelope: PortalEnvelope) {
  const fold = <State, Command, Event extends PortalEvent>(
    stream: string,
    decider: Decider<State, Command, Event>,
    before: number = log.length,
  ) =>
    log
      .filter((one) => one.stream === stream && Number(one.position) < before)
      .reduce((state, { event }) => decider.evolve(state, event as Event), decider.initialState);
  const user = {
    id: 'u1',
    name: 'Dana',
    email: 'dana@example.com',
    // the agreement promises this mail, whatever they are
    email_preferences: {} as EmailPreferences,
  };
  const ports = {
    load: async (stream, decider) => fold(stream, decider),
    stateBefore: async ({ stream, position }, decider) => fold(stream, decider, Number(position)),
    stateAt: async ({ position }, stream, decider) => fold(stream, decider, Number(position)),
    usersOfAccount: async () => [user],
    billingDay: (instant) => instant.slice(0, 10),
    page: (path) => path,
  } satisfies Partial<NotificationPorts>;
  return mailDealersOnRateAnnounced.write(envelope, ports as unknown as NotificationPorts);
}

// Proves S6-invoices-22
it("writes no mail for a site's rate that changed no price, also after the company's rate has changed", async () => {
  const log = logOf([
    [accountStream(accountId), ACCOUNT_OPENED],
    [siteStream(siteId), siteAdded()],
    [
      siteStream(siteId),
      {
        type: 'SiteReaderRateChanged',
        data: { ...SITE_IDS, customRateCents: 650, effectiveFrom: null, savedOn: DAY },
      },
    ],
    [
      accountStream(accountId),
      {
        type: 'DefaultReaderRateChanged',
        data: { accountId, rateCents: 600, effectiveFrom: null, savedOn: DAY },
      },
    ],
  ]);
  expect(await mailsOf(log, log[2] as PortalEnvelope)).toEqual([]);
});
