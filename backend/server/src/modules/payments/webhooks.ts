import { paths } from '@portal/contract';
import { paymentDecider, paymentStream } from '@portal/domain';
import type { Context, Middleware, Next } from 'koa';
import type pg from 'pg';
import { type CommandContext, newCommand } from '../../kernel/commandContext.ts';
import { groupedQueue } from '../../kernel/groupedQueue.ts';
import { messageOf } from '../../kernel/messageOf.ts';
import type { Migration } from '../../platform/database/migrate.ts';
import { readBytes } from '../../platform/http/body.ts';
import { HttpProblem } from '../../platform/http/errors.ts';
import { stateOf } from '../../platform/http/requestLog.ts';
import { CardsUnavailable, type ProviderEvent, type ProviderEventSubject } from './cards.ts';
import type { Payments } from './createPayments.ts';
import type { PaymentPorts } from './paymentPorts.ts';
import { recordFacts } from './recordIntent.ts';
import { settleRefunds } from './refunds.ts';
import type { SavedCards } from './savedCards.ts';

/** Webhooks, one row per event and mode. Payloads are not stored: they hold names and client secrets. */
export const providerEventsMigration: Migration = {
  name: '0014_provider_events',
  async up(knex) {
    await knex.schema.createTable('provider_events', (table) => {
      table.boolean('livemode').notNullable();
      table.text('id').notNullable();
      table.text('type').notNullable();
      table.jsonb('subject').notNullable();
      table.timestamp('received_at').notNullable();
      table.timestamp('applied_at');
      table.integer('tries').notNullable().defaultTo(0);
      table.text('problem');
      table.primary(['livemode', 'id']);
    });
    await knex.raw('CREATE INDEX ON provider_events (received_at) WHERE applied_at IS NULL');
  },
};

/** Each webhook queries the provider. */
const AT_ONCE = 4;

/** Time before another process retries a webhook. */
const LEFT_SECONDS = 30;
const KEPT_DAYS = 90;
const PAGE = 200;
/** Failed tries after which /readyz counts a webhook as stuck. */
const STUCK_TRIES = 5;
const MAX_TRIES = 500;

interface Stored {
  readonly id: string;
  readonly livemode: boolean;
  readonly subject: ProviderEventSubject;
}

export type ProviderEvents = ReturnType<typeof createProviderEvents>;

/** Webhooks are stored, acknowledged, then applied. */
export function createProviderEvents(ports: ApplyingPorts & { readonly pool: pg.Pool }) {
  const { pool, log, now } = ports;
  const inSlot = groupedQueue(AT_ONCE, Number.POSITIVE_INFINITY);
  const running = new Set<Promise<void>>();

  async function apply({ id, livemode, subject }: Stored): Promise<void> {
    const context = newCommand(now(), { kind: 'provider', id }, id);
    try {
      const ours = await applyProviderEvent(ports, subject, livemode, context);
      if (!ours) log.info({ event: id, subject: subject.kind }, 'a webhook about an unknown object');
      await pool.query(
        'UPDATE provider_events SET applied_at = $3, problem = NULL WHERE livemode = $1 AND id = $2',
        [livemode, id, now()],
      );
    } catch (error) {
      log.warn({ err: error, event: id, subject: subject.kind }, 'a webhook could not be applied yet');
      const failed =
        'UPDATE provider_events SET tries = tries + 1, problem = $3 WHERE livemode = $1 AND id = $2';
      await pool.query(failed, [livemode, id, messageOf(error)]).catch(() => {});
    }
  }

  function begin(stored: Stored): Promise<void> {
    const work = inSlot({ place: [] }, () => apply(stored));
    running.add(work);
    return work.finally(() => running.delete(work));
  }

  return {
    /** Stores a webhook and begins to apply it; ignores known ones. */
    async take({ id, type, subject }: ProviderEvent, livemode: boolean): Promise<void> {
      if (subject === null) {
        log.info({ event: id, type }, 'a webhook of an unhandled type');
        return;
      }
      const { rowCount } = await pool.query(
        `INSERT INTO provider_events (livemode, id, type, subject, received_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT DO NOTHING`,
        [livemode, id, type, JSON.stringify(subject), now()],
      );
      if (rowCount === 1) void begin({ id, livemode, subject });
    },

    /** Applies the webhooks left over by a crash or a failure. */
    async applyLeft(signal?: AbortSignal): Promise<void> {
      const { rows } = await pool.query<Stored>(
        `SELECT id, livemode, subject FROM provider_events
         WHERE applied_at IS NULL AND received_at < $1::timestamptz - make_interval(secs => $2) AND tries < $4
         ORDER BY received_at LIMIT $3`,
        [now(), LEFT_SECONDS, PAGE, MAX_TRIES],
      );
      for (const stored of rows) {
        if (signal?.aborted === true) return;
        await begin(stored);
      }
    },

    /** Number of webhooks that repeatedly could not be applied. */
    async stuck(): Promise<number> {
      const { rows } = await pool.query<{ stuck: string }>(
        'SELECT count(*) AS stuck FROM provider_events WHERE applied_at IS NULL AND tries >= $1',
        [STUCK_TRIES],
      );
      return Number(rows[0]?.stuck);
    },

    /** Deletes webhooks applied long ago. */
    async purge(): Promise<void> {
      await pool.query(
        'DELETE FROM provider_events WHERE applied_at < $1::timestamptz - make_interval(days => $2)',
        [now(), KEPT_DAYS],
      );
    },

    /** Resolves once no webhook is being applied. */
    async drained(): Promise<void> {
      await Promise.all(running);
    },
  };
}

interface ApplyingPorts extends PaymentPorts {
  readonly payments: Pick<Payments, 'settle'>;
  readonly savedCards: Pick<SavedCards, 'keepNewest' | 'recordChange'>;
}

/**
 * Queries the provider for the current state of the webhook's subject, so that order and number of deliveries don't
 * matter.
 * @returns false for objects of other installations
 */
async function applyProviderEvent(
  ports: ApplyingPorts,
  subject: ProviderEventSubject,
  livemode: boolean,
  context: CommandContext,
): Promise<boolean> {
  switch (subject.kind) {
    case 'intent':
      return (await ports.payments.settle(subject.intentId, livemode, context)) !== null;
    case 'setup':
      return ports.savedCards.keepNewest(subject.customerId, livemode, context);
    case 'updated': {
      const { kind: _kind, customerId, ...renewed } = subject;
      const change = { type: 'UpdatePaymentMethod', livemode, ...renewed } as const;
      return ports.savedCards.recordChange(customerId, change, context);
    }
    case 'detached': {
      const { customerId, paymentMethodId } = subject;
      const change = { type: 'RemovePaymentMethod', livemode, paymentMethodId } as const;
      return ports.savedCards.recordChange(customerId, change, context);
    }
    case 'refunds':
    case 'dispute': {
      const settled = await ports.payments.settle(subject.intentId, livemode, context);
      if (settled === null) return false;
      if (subject.kind === 'refunds') {
        await settleRefunds(ports, settled.attemptId, context, subject);
        return true;
      }
      const payment = await ports.load(paymentStream(settled.attemptId), paymentDecider);
      if (payment.status === 'none') throw new CardsUnavailable('The payment can not be read yet.');
      const { disputeId, amountCents, reason, status = 'open', movements = [] } = subject;
      const today = ports.billingDay(ports.now().toISOString());
      const dispute = { disputeId, amountCents, reason, status, movements, today };
      const command = { type: 'RecordChargeback', ...dispute } as const;
      const by = { actorId: disputeId, correlationId: context.correlationId };
      await recordFacts(ports, payment, [command], by);
      return true;
    }
  }
}

/** Rule T4. */
const MAX_BYTES = 5_000_000;
/** A time and at least one signature of the scheme in use. */
const SIGNATURE = /^(?=.*\bt=\d+)(?=.*\bv1=[0-9a-f]{64})/;

const unsigned = () =>
  new HttpProblem(400, 'The signature of this webhook is missing, wrong or too old.', {
    headers: { Connection: 'close' },
  });

/**
 * POST /api/stripe/webhook/demo and /live (rule G6): checks signature and age, stores, then answers 200. Runs before the
 * origin check, sessions and body parsers, because the caller is no browser and the signature covers the raw bytes.
 */
export function stripeWebhooks(ports: {
  readonly payments: Pick<Payments, 'cardsFor'>;
  readonly providerEvents: Pick<ProviderEvents, 'take'>;
  readonly now: () => Date;
}): Middleware {
  const { demo, live } = paths.stripeWebhook;
  return async (ctx: Context, next: Next): Promise<void> => {
    if (ctx.method !== 'POST' || (ctx.path !== demo && ctx.path !== live)) return next();
    stateOf(ctx).routePattern = ctx.path;
    const livemode = ctx.path === live;
    const cards = ports.payments.cardsFor(livemode);
    if (cards === null) {
      throw new HttpProblem(400, `Stripe not configured for ${livemode ? 'live' : 'demo'} accounts`);
    }
    // anybody may send here: nothing is read that can't be signed
    const signature = ctx.get('Stripe-Signature');
    if (!SIGNATURE.test(signature)) throw unsigned();
    const event = cards.readEvent(await readBytes(ctx, MAX_BYTES, 'webhook'), signature, ports.now());
    if (event === null) throw unsigned();
    await ports.providerEvents.take(event, livemode);
    ctx.set('Cache-Control', 'no-store');
    ctx.status = 200;
    ctx.type = 'application/json';
    ctx.body = JSON.stringify({ received: true });
  };
}
