import { createHash } from 'node:crypto';
import {
  type Decider,
  invoiceDecider,
  invoiceStream,
  type PortalEvent,
  siteDecider,
  siteStream,
  userDecider,
  userStream,
} from '@portal/domain';
import { pino } from 'pino';
import { v7 } from 'uuid';
import { processes } from '../../src/app/reactions.ts';
import { newCommand } from '../../src/kernel/commandContext.ts';
import type { Execute, Load, PortalEnvelope } from '../../src/kernel/execute.ts';
import { followInline } from '../../src/kernel/inline.ts';
import { InlineRuns } from '../../src/kernel/inlineRuns.ts';
import type { LookUp } from '../../src/kernel/process.ts';
import type { PaidOrders } from '../../src/modules/orders/paidOrders.ts';
import type { UserCommandPorts } from '../../src/modules/users/ports.ts';

const position = (index: number) => String(index).padStart(12, '0');

/** The commands' ports over plain arrays: streams, and credentials as epochs by user id. */
export function memoryPorts() {
  const log: PortalEnvelope[] = [];
  const credentials = new Map<string, number>();
  const streamOf = (stream: string) => log.filter((envelope) => envelope.stream === stream);
  const fold = <State, Command, Event extends PortalEvent>(
    stream: string,
    decider: Decider<State, Command, Event>,
  ) =>
    streamOf(stream).reduce(
      (state, { event }) => decider.evolve(state, event as Event),
      decider.initialState,
    );
  const load: Load = async (stream, decider) => fold(stream, decider);
  const execute: Execute = async ({
    stream,
    decider,
    command,
    context,
    accounts,
    causationId = null,
    reason,
  }) => {
    const events = decider.decide(command, fold(stream, decider));
    const appended = events.map(
      (event, index): PortalEnvelope => ({
        id: v7(),
        stream,
        revision: BigInt(streamOf(stream).length + index),
        position: position(log.length + index + 1),
        event,
        metadata: {
          v: 1,
          correlationId: context.correlationId,
          causationId,
          actor: context.actor,
          commandId: context.id,
          recordedAt: context.time,
          accounts: [...accounts],
          ...(reason === undefined ? {} : { reason }),
        },
      }),
    );
    log.push(...appended);
    return { appended, state: fold(stream, decider) };
  };
  const idsOf = (category: string) => [
    ...new Set(
      log
        .filter(({ stream }) => stream.startsWith(`${category}-`))
        .map(({ stream }) => stream.slice(category.length + 1)),
    ),
  ];
  const invoicesOf = (accountId: string) =>
    idsOf('invoice').filter((id) => {
      const invoice = fold(invoiceStream(id), invoiceDecider);
      return invoice.status !== 'none' && invoice.accountId === accountId;
    });
  const lookUp: LookUp = {
    billingDay: (instant) => instant.slice(0, 10),
    usersOfAccount: async (accountId) =>
      idsOf('user')
        .map((id) => fold(userStream(id), userDecider))
        .flatMap((user) =>
          user.status === 'present' && user.accountId === accountId
            ? [{ id: user.userId, dealerId: user.dealerId, dealerRole: user.dealerRole }]
            : [],
        ),
    invoicesLeavingOver: async (accountId) => invoicesOf(accountId),
    invoicesToSettle: async (accountId) => invoicesOf(accountId),
    sitesOfAccount: async (accountId) =>
      idsOf('site')
        .map((id) => fold(siteStream(id), siteDecider))
        .flatMap((site) =>
          site.status !== 'none' && site.status !== 'deleted' && site.accountId === accountId
            ? [{ id: site.siteId, userId: site.userId, status: site.status }]
            : [],
        ),
  };
  const ports: UserCommandPorts = {
    execute,
    load,
    readStream: async (stream) => streamOf(stream),
    followUp: (appended) =>
      followInline(appended, {
        processes,
        execute,
        load,
        lookUp,
        log: pino({ level: 'silent' }),
        compare: (a, b) => (a < b ? -1 : 1),
        runs: new InlineRuns(),
      }),
    usernameHash: (username) => createHash('sha256').update(username.toLowerCase()).digest('hex'),
    credentials: {
      set: async (userId) => {
        credentials.set(userId, (credentials.get(userId) ?? 0) + 1);
        return credentials.get(userId) ?? 0;
      },
      raiseEpoch: async (userId) => {
        const epoch = credentials.get(userId);
        if (epoch === undefined) return null;
        credentials.set(userId, epoch + 1);
        return epoch + 1;
      },
      epochOf: async (userId) => credentials.get(userId) ?? null,
      remove: async (userId) => void credentials.delete(userId),
      verify: async () => null,
    },
    voidResetLinks: async () => {},
    billingDay: (instant) => instant.slice(0, 10),
    siteTerms: async (accountId) =>
      idsOf('site')
        .map((id) => fold(siteStream(id), siteDecider))
        .filter((site) => site.status !== 'none' && site.status !== 'deleted')
        .filter((site) => site.accountId === accountId),
    // a read model that is far behind: it never knows of any
    nextDealerId: async () => 'KS0001',
    administrators: async () => idsOf('user'),
    oneByOne: (_what, work) => work(),
  };
  return {
    ports,
    credentials,
    /** What happened, in order: `stream type` with the ids left out of the stream's name. */
    story: () => log.map(({ stream, event }) => `${stream.split('-')[0]} ${event.type}`),
    events: <Type extends PortalEvent['type']>(type: Type) =>
      log.flatMap(({ event }) =>
        event.type === type ? [event as Extract<PortalEvent, { type: Type }>] : [],
      ),
    command: (time = '2026-03-01T10:00:00.000Z') =>
      newCommand(new Date(time), { kind: 'admin', id: 'a' }, 'request-1'),
  };
}

/** For orders that cost nothing: no order is searched and no payment touched. */
export const NO_ORDERS = {
  payments: {},
  db: { query: async () => ({ rows: [] }) },
} as unknown as PaidOrders;
