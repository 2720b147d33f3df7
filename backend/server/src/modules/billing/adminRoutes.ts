import {
  addChargeSchema,
  approvalEffectSchema,
  type BillingSummary,
  billingPeriodSchema,
  billingPreviewSchema,
  billingRunSchema,
  billingSummarySchema,
  cancelChargeSchema,
  correctInvoiceSchema,
  correctionPreviewSchema,
  listQuerySchema,
  newRateEffectSchema,
  oneOffChargeSchema,
  orIdAlone,
  paths,
  previewApprovalsSchema,
  previewCorrectionSchema,
  previewRatesSchema,
  rateEffectAnswerSchema,
  rateEffectSchema,
  reasonSchema,
  reissueInvoiceSchema,
} from '@portal/contract';
import type { PricedInvoice } from '@portal/domain';
import { type Day, dollarsFromCents, firstOfNextMonth, sumCents } from '@portal/domain/values';
import { balanceOf, chargeBreakdown } from '@portal/projections';
import { z } from 'zod';
import { deriveId } from '../../kernel/commandContext.ts';
import { listAnswer } from '../../platform/http/listAnswer.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { companyRow } from '../companies/module.ts';
import { invoiceCommands, namedCorrection, refuseClosedDay } from '../invoices/module.ts';
import { approvalEffect } from './approvalEffect.ts';
import { correctPaidInvoice, orNewPreview, previewCorrection, settlementOf } from './correct.ts';
import { issueOne } from './issueOne.ts';
import { addCharge, cancelCharge, chargesOfCompany } from './oneOffCharges.ts';
import { BILLING_READS, type BillingPorts, type BillingRoutePorts } from './ports.ts';
import { nextInvoice, previewBilling } from './preview.ts';
import { newRateEffects, rateEffect } from './rateEffect.ts';
import { reissueInvoice, voidInvoice } from './reissue.ts';
import { runBilling } from './run.ts';
import { listRuns, readRun } from './runs.ts';
import { toBillingPreview } from './wire.ts';

/** Issuing, canceling and foreseeing invoices, for administrators (rules B20 to B27). */
export function adminBillingRoutes(ports: BillingRoutePorts): Route[] {
  const { billing } = ports;
  const invoiceCommand = invoiceCommands(ports);
  return [
    route('POST', paths.admin.runBilling, 'money', {
      summary: 'Issue all invoices due for a month',
      answers: { 200: orIdAlone(billingRunSchema) },
      body: billingPeriodSchema,
      handler: async ({ body, command, visible }) => {
        const { chain } = await runBilling(billing, body.period, command, { reason: body.reason });
        await visible(chain);
        const run = await readRun(billing, body.period);
        return { body: run ?? { id: body.period } };
      },
    }),
    route('GET', paths.admin.billingRuns, 'staff', {
      summary: 'Billing runs',
      answers: { 200: z.array(billingRunSchema) },
      query: listQuerySchema,
      reads: ['logIndex'],
      handler: async ({ query }) =>
        listAnswer('billing-runs', await listRuns(billing, query), query.range?.[0]),
    }),
    route('GET', paths.admin.billingPreview, 'staff', {
      summary: 'What a run would issue; changes nothing',
      answers: { 200: billingPreviewSchema },
      query: billingPeriodSchema.pick({ period: true }),
      handler: async ({ query }) => ({ body: toBillingPreview(await previewBilling(billing, query.period)) }),
    }),
    invoiceCommand(
      paths.admin.issueInvoice,
      "Issue one account's invoice outside of the run",
      billingPeriodSchema,
      ({ params, body, command }) => issueOne(billing, params.id, body.period, command, body.reason),
    ),
    invoiceCommand(paths.admin.voidInvoice, 'Cancel an invoice', reasonSchema, ({ params, body, command }) =>
      voidInvoice(billing, params.id, command, body.reason),
    ),
    invoiceCommand(
      paths.admin.reissueInvoice,
      'Cancel an invoice and reissue it with corrections',
      reissueInvoiceSchema,
      ({ params, body: { reason, previewed, ...body }, command }) => {
        const corrections = body.corrections.map(namedCorrection);
        return orNewPreview(billing, params.id, corrections, () =>
          reissueInvoice(billing, params.id, { reason, corrections, previewed }, command),
        );
      },
    ),
    invoiceCommand(
      paths.admin.correctInvoice,
      'Correct a paid invoice and refund or credit the difference',
      correctInvoiceSchema,
      async ({ params, body, command }) => {
        const corrections = body.corrections.map(namedCorrection);
        const settlement = settlementOf(body, deriveId(command, body.as), ports.today());
        if (body.refunded_on !== undefined)
          await refuseClosedDay(billing.commands, body.refunded_on, 'refunded_on');
        const { previewed } = body;
        const { chain } = await orNewPreview(billing, params.id, corrections, () =>
          correctPaidInvoice(billing, params.id, { corrections, settlement, previewed }, command),
        );
        return chain;
      },
    ),
    route('POST', paths.admin.previewCorrection, 'staff', {
      summary: 'Preview of corrections of an invoice; changes nothing',
      answers: { 200: correctionPreviewSchema },
      body: previewCorrectionSchema,
      handler: async ({ params, body }) => ({
        body: await previewCorrection(billing, params.id, body.corrections.map(namedCorrection)),
      }),
    }),
    route('GET', paths.admin.charges, 'staff', {
      summary: 'One-off charges and credits of a company',
      answers: { 200: z.array(oneOffChargeSchema) },
      reads: BILLING_READS,
      handler: async ({ params }) => ({
        body: [...(await chargesOfCompany(billing, params.id, ports.today()))],
      }),
    }),
    route('POST', paths.admin.charges, 'money', {
      summary: "Add a one-off charge or credit to a company's next invoice",
      answers: { 200: z.array(oneOffChargeSchema) },
      body: addChargeSchema,
      handler: async ({ params, body, command, visible }) => {
        await visible(await addCharge(billing, params.id, body, command));
        return { body: [...(await chargesOfCompany(billing, params.id, ports.today()))] };
      },
    }),
    route('POST', paths.admin.cancelCharge, 'money', {
      summary: 'Cancel a one-off charge that is not on an invoice yet',
      answers: { 200: z.array(oneOffChargeSchema) },
      body: cancelChargeSchema,
      handler: async ({ params, body, command, visible }) => {
        await visible(await cancelCharge(billing, params.id, body, command));
        return { body: [...(await chargesOfCompany(billing, params.id, ports.today()))] };
      },
    }),
    route('POST', paths.admin.rateEffect, 'staff', {
      summary: 'Preview of a new rate; changes nothing',
      answers: { 200: rateEffectAnswerSchema },
      body: rateEffectSchema,
      handler: async ({ params, body, command }) => ({
        body: await rateEffect(billing, params.id, body, command.time),
      }),
    }),
    route('POST', paths.admin.previewRates, 'staff', {
      summary: 'Preview of a new default rate of several companies; changes nothing',
      answers: { 200: z.array(newRateEffectSchema) },
      body: previewRatesSchema,
      handler: async ({ body, command }) => ({
        body: await newRateEffects(billing, body, command.time),
      }),
    }),
    route('POST', paths.admin.previewApprovals, 'staff', {
      summary: 'What approving pending sites adds to the next invoices; changes nothing',
      answers: { 200: approvalEffectSchema },
      body: previewApprovalsSchema,
      handler: async ({ body, command }) => ({
        body: await approvalEffect(billing, body.ids, command.time),
      }),
    }),
  ];
}

const READS = [...BILLING_READS, 'projectedInvoices', 'dealerSites'];

export function billingSummaryRoutes(ports: BillingRoutePorts): Route[] {
  async function summary(accountId: string | null) {
    const { id, is_demo: isDemo } = await companyRow(ports, accountId);
    return { body: await billingSummaryOf(ports.billing, { id, isDemo }, ports.today()) };
  }
  return [
    route('GET', paths.billingSummary, 'approved', {
      summary: "Balance, next billing date and estimate of one's company",
      answers: { 200: billingSummarySchema },
      reads: READS,
      handler: ({ caller }) => summary(caller.accountId),
    }),
    route('GET', paths.admin.billingSummary, 'staff', {
      summary: 'Balance, next billing date and estimate of a company',
      answers: { 200: billingSummarySchema },
      reads: READS,
      handler: ({ params }) => summary(params.id),
    }),
  ];
}

/**
 * Balance and estimate of the next invoice, priced like the billing preview. The summary counts every site that is not
 * inactive and labels pending ones.
 */
async function billingSummaryOf(
  billing: BillingPorts,
  { id: accountId, isDemo }: { readonly id: string; readonly isDemo: boolean },
  today: Day,
): Promise<BillingSummary> {
  const { db } = billing;
  const billingDate = firstOfNextMonth(today);
  const [balance, { charges, announced }, next] = await Promise.all([
    balanceOf(db, accountId, isDemo),
    chargeBreakdown(db, accountId, { billingDate, today }),
    nextInvoice(billing, accountId, billingDate),
  ]);
  const active = charges.filter(({ status }) => status === 'active');
  const pending = charges.filter(({ status }) => status === 'pending');
  const centsOf = (some: typeof charges) => sumCents(some.map(({ charge_cents }) => charge_cents));
  const readersOf = (some: typeof charges) => some.reduce((sum, { readers }) => sum + readers, 0);
  return {
    account_id: accountId,
    is_demo: isDemo,
    balance: dollarsFromCents(balance.balance_cents),
    credit: dollarsFromCents(balance.credit_cents),
    other_mode_balance: dollarsFromCents(balance.other_mode_cents),
    next_billing_date: billingDate,
    estimated_monthly_charge: next === null ? null : dollarsFromCents(next.totalCents),
    active_charges:
      next === null ? null : dollarsFromCents(sumCents(sitesOn(next).map(({ amountCents }) => amountCents))),
    ...oneOffOn(next),
    adjustments: (next?.adjustments ?? []).map(({ kind, invoiceNumber, amountCents }) => ({
      kind,
      invoice_number: invoiceNumber,
      amount: dollarsFromCents(amountCents),
    })),
    projected_monthly_cost: dollarsFromCents(centsOf(charges)),
    includes_pending: dollarsFromCents(centsOf(pending)),
    total_active_sites: active.length,
    total_pending_sites: pending.length,
    total_readers: readersOf(active),
    total_pending_readers: readersOf(pending),
    pending_invoices: balance.pending_invoices,
    charges: charges.map(({ rate_cents, charge_cents, ...site }) => ({
      ...site,
      rate: dollarsFromCents(rate_cents),
      charge: dollarsFromCents(charge_cents),
    })),
    announced_rates: announced.map(({ rate_now_cents, rate_cents, ...rate }) => ({
      ...rate,
      rate_now: dollarsFromCents(rate_now_cents),
      rate: rate_cents === null ? null : dollarsFromCents(rate_cents),
    })),
  };
}

const sitesOn = ({ lines }: Pick<PricedInvoice, 'lines'>) => lines.filter(({ siteId }) => siteId !== null);

function oneOffOn(next: Pick<PricedInvoice, 'lines'> | null): Pick<BillingSummary, 'one_off'> {
  const added = (next?.lines ?? []).filter(({ siteId }) => siteId === null);
  if (added.length === 0) return {};
  return {
    one_off: added.map(({ name, amountCents }) => ({ text: name, amount: dollarsFromCents(amountCents) })),
  };
}
