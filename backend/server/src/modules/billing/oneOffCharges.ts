import type { addChargeSchema, cancelChargeSchema, OneOffCharge } from '@portal/contract';
import {
  type AccountState,
  type ChargeCommand,
  type ChargeFact,
  cutOffOf,
  earliestRun,
  firstDayOf,
  invoiceDecider,
  invoiceIdFor,
  invoiceStream,
  onAccount,
  type Period,
  periodOfDay,
  priceInvoice,
} from '@portal/domain';
import { compareDays, type Day, dollarsFromCents, sumCents } from '@portal/domain/values';
import { accountsWithChargesDue, billingFactsOf, parkedAt } from '@portal/projections';
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { CausalChain } from '../../kernel/causalChain.ts';
import { type CommandContext, deriveId, newCommand } from '../../kernel/commandContext.ts';
import { runCommand } from '../../kernel/runCommand.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { openAccount } from '../companies/module.ts';
import { cutNow } from './cut.ts';
import { BILLING_READS, type BillingPorts } from './ports.ts';
import { cutFor } from './run.ts';

/**
 * AddOneOffCharge (rule B38): a line of the company's next invoice.
 * @throws BusinessRefusal not_found; conflict for too many that wait; unprocessable
 */
export async function addCharge(
  { commands }: Pick<BillingPorts, 'commands'>,
  accountId: string,
  { text, amount: amountCents, reason }: z.output<typeof addChargeSchema>,
  context: CommandContext,
): Promise<CausalChain> {
  const chargeId = deriveId(context, 'charge');
  const today = commands.billingDay(context.time);
  const command = { type: 'AddOneOffCharge', chargeId, text, amountCents, reason, today } as const;
  return runCommand(commands, { ...onAccount(accountId), command, context, reason });
}

/** CancelOneOffCharge. @throws BusinessRefusal not_found; conflict once its month began; unprocessable */
export async function cancelCharge(
  { commands }: Pick<BillingPorts, 'commands'>,
  accountId: string,
  { charge_id: chargeId, reason }: z.output<typeof cancelChargeSchema>,
  context: CommandContext,
): Promise<CausalChain> {
  const today = commands.billingDay(context.time);
  const command = { type: 'CancelOneOffCharge', chargeId, reason, today } as const;
  return runCommand(commands, { ...onAccount(accountId), command, context, reason });
}

/** A company's one-off charges, the newest first. Freshness: `BILLING_READS`. @throws BusinessRefusal not_found */
export async function chargesOfCompany(
  ports: BillingPorts,
  accountId: string,
  today: Day,
): Promise<readonly OneOffCharge[]> {
  const { charges } = await openAccount(ports.commands, accountId);
  if (charges.length === 0) return [];
  const [facts] = await billingFactsOf(ports.db, await cutNow(ports), [accountId]);
  const hasSite = facts?.sites.some((site) => site.facts.status === 'active') ?? false;
  return charges.map((charge) => toCharge(charge, { hasSite, today })).reverse();
}

type Known = Extract<AccountState, { status: 'open' }>['charges'][number];

function toCharge(
  { chargeId, text, amountCents, leftCents, period, reason, status, invoiceIds }: Known,
  { hasSite, today }: { readonly hasSite: boolean; readonly today: Day },
): OneOffCharge {
  const invoice_date = firstDayOf(period);
  return {
    id: chargeId,
    text,
    amount: dollarsFromCents(amountCents),
    left: status === 'canceled' ? 0 : dollarsFromCents(leftCents),
    invoice_date,
    reason,
    status,
    invoice_ids: [...invoiceIds],
    can_cancel: status === 'waiting' && compareDays(today, invoice_date) < 0,
    lacks_site: status === 'waiting' && !hasSite,
  };
}

const NAME = 'one-off charges';

/**
 * Records which invoice took each one-off charge. What it left of a credit waits for the next invoice, and so does the
 * charge of a company that gets no invoice for the month (rule B22).
 */
export const chargesJob = (ports: BillingPorts, log: Pick<Logger, 'warn'>): Job => ({
  name: NAME,
  everyMs: 60_000,
  async run(signal) {
    const today = ports.commands.billingDay(ports.now().toISOString());
    const due = await accountsWithChargesDue(ports.db, periodOfDay(today));
    if (due.length === 0) return;
    await ports.upToDate(BILLING_READS);
    for (const accountId of due) {
      if (signal.aborted) return;
      try {
        await settleCharges(ports, accountId, today);
      } catch (error) {
        log.warn({ err: error, account: accountId }, 'one-off charges could not be settled');
      }
    }
  },
});

async function settleCharges(ports: BillingPorts, accountId: string, today: Day): Promise<void> {
  const { commands } = ports;
  const [facts] = await billingFactsOf(ports.db, await cutNow(ports), [accountId]);
  const due = (facts?.account.facts.charges ?? []).filter(({ period }) => period <= periodOfDay(today));
  for (const charge of due) {
    const billed = await billedOf(ports, accountId, charge);
    if (billed === 'not yet') continue;
    const { chargeId, period } = charge;
    const command: ChargeCommand = { type: 'SettleOneOffCharge', chargeId, period, billed, today };
    const context = newCommand(ports.now(), { kind: 'system', id: NAME }, NAME);
    await runCommand(commands, { ...onAccount(accountId), command, context });
  }
}

/** What the invoice of its month took of a charge; null for a month without an invoice. */
async function billedOf(ports: BillingPorts, accountId: string, { period, because }: ChargeFact) {
  const invoiceId = invoiceIdFor({ accountId, period, issue: 1 });
  const invoice = await ports.commands.load(invoiceStream(invoiceId), invoiceDecider);
  if (invoice.status !== 'none') {
    const lines = invoice.lines.filter((line) => line.because.includes(because));
    return { invoiceId, amountCents: sumCents(lines.map(({ amountCents }) => amountCents)) };
  }
  return (await getsInvoice(ports, accountId, period)) ? 'not yet' : null;
}

/** Whether an invoice is issued to the company for the month, perhaps later. */
async function getsInvoice(ports: BillingPorts, accountId: string, period: Period): Promise<boolean> {
  // events from before the cut-off may still arrive
  if (ports.now().toISOString() < earliestRun(cutOffOf(period, ports.timeZone))) return true;
  const cut = await cutFor(ports, period);
  if ((await parkedAt(ports.db, cut)).includes(accountId)) return true;
  const [facts] = await billingFactsOf(ports.db, cut, [accountId]);
  const account = facts?.account.facts ?? null;
  const sites = (facts?.sites ?? []).map((site) => site.facts);
  return priceInvoice({ period, account, sites }).outcome === 'priced';
}
