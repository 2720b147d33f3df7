import type { Decider, EmailPreferences, PortalEvent } from '@portal/domain';
import { metadataFor } from '../../../../projections/test/history.ts';
import type { PortalEnvelope } from '../../src/kernel/execute.ts';
import type { Notification, NotificationPorts } from '../../src/platform/notifications/notification.ts';

/** A log of streams of company a1, in this order, recorded at noon of a day. */
export function logOf(
  day: string,
  events: readonly (readonly [stream: string, event: PortalEvent])[],
): readonly PortalEnvelope[] {
  const metadata = metadataFor(['a1'], `${day}T15:00:00.000Z`);
  return events.map(([stream, event], index) => ({
    id: String(index),
    stream,
    revision: BigInt(events.slice(0, index).filter(([other]) => other === stream).length),
    position: String(index),
    event,
    metadata,
  }));
}

/** Writes a notification's mails of one event after the whole log has happened, to a user who wants every mail. */
export async function lateMails(notification: Notification, log: readonly PortalEnvelope[], index: number) {
  const fold = <State, Command, Event extends PortalEvent>(
    stream: string,
    decider: Decider<State, Command, Event>,
    before: number = log.length,
  ) =>
    log
      .filter((one) => one.stream === stream && Number(one.position) < before)
      .reduce((state, { event }) => decider.evolve(state, event as Event), decider.initialState);
  const email_preferences = new Proxy({} as EmailPreferences, { get: () => true });
  const ports = {
    load: async (stream, decider) => fold(stream, decider),
    stateBefore: async ({ stream, position }, decider) => fold(stream, decider, Number(position)),
    stateAt: async ({ position }, stream, decider) => fold(stream, decider, Number(position)),
    usersOfAccount: async () => [{ id: 'u1', name: 'Dana', email: 'dana@example.com', email_preferences }],
    billingDay: (instant) => instant.slice(0, 10),
    page: (path) => path,
    supportEmail: 'support@example.com',
  } satisfies Partial<NotificationPorts>;
  return notification.write(log[index] as PortalEnvelope, ports as unknown as NotificationPorts);
}
