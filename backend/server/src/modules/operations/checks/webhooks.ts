import type { PortalSettings } from '@portal/contract';
import { firstPaidBetween, type Queryable } from '@portal/projections';
import type { Cards } from '../../payments/module.ts';
import type { AlertCheck, Finding } from '../check.ts';

export interface WebhooksPorts {
  readonly db: Queryable;
  /** The provider of a mode; null where it has no credentials. */
  cardsFor(livemode: boolean): Cards | null;
  /** Webhooks that were stored and could not be applied, again and again. */
  stuck(): Promise<number>;
  settings(): Promise<Pick<PortalSettings, 'silent_webhook_hours'>>;
  now(): Date;
}

const HOUR_MS = 60 * 60_000;
/** Payments longer ago say nothing of webhooks now. */
const LOOK_BACK_MS = 30 * 24 * HOUR_MS;
/** The webhook that settles a payment comes before the payment is recorded as paid, and after it began. */
const PAYMENTS = { path: '/payments', label: 'Open the payments' };

/** A card provider that tells nothing though cards are charged, and webhooks that can't be applied. */
export function webhooksCheck(ports: WebhooksPorts): AlertCheck {
  async function silent(livemode: boolean): Promise<readonly Finding[]> {
    if (ports.cardsFor(livemode) === null) return [];
    const { silent_webhook_hours: hours } = await ports.settings();
    const { rows } = await ports.db.query<{ newest: Date | null }>(
      'SELECT max(received_at) AS newest FROM provider_events WHERE livemode = $1',
      [livemode],
    );
    const now = ports.now().getTime();
    const newest = rows[0]?.newest ?? null;
    const since = Math.max(newest === null ? 0 : new Date(newest).getTime(), now - LOOK_BACK_MS);
    const paid = await firstPaidBetween(ports.db, {
      livemode,
      from: new Date(since).toISOString(),
      to: new Date(now - hours * HOUR_MS).toISOString(),
    });
    if (paid === null) return [];
    const mode = livemode ? 'live' : 'test';
    return [
      {
        subject: mode,
        severity: livemode ? 'critical' : 'warning',
        title: `Cards are charged in ${mode} mode, but the card provider has told nothing for ${hours === 1 ? 'an hour' : `${hours} hours`}.`,
        todo: `Payments are still settled, only later. Check at the provider that webhooks go to /api/stripe/webhook/${livemode ? 'live' : 'demo'}, and that the webhook secret is the right one.`,
        link: PAYMENTS,
        afterMs: 15 * 60_000,
      },
    ];
  }

  return {
    kind: 'webhooks',
    async look() {
      const findings = [...(await silent(true)), ...(await silent(false))];
      const stuck = await ports.stuck();
      if (stuck > 0) {
        findings.push({
          subject: 'unapplied',
          severity: 'warning',
          title: `${stuck === 1 ? '1 notice' : `${stuck} notices`} of the card provider could not be applied.`,
          todo: 'They are tried again every five minutes. Look for payments, refunds and disputes that the provider shows otherwise than the portal; the server log names the reason.',
          link: PAYMENTS,
          mark: String(stuck),
        });
      }
      return findings;
    },
  };
}
