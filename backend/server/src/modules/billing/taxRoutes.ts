import {
  endExemptionSchema,
  grantExemptionSchema,
  paths,
  setTaxRateSchema,
  type TaxExemptionAnswer,
  type TaxRateRow,
  taxExemptionSchema,
  taxRateSchema,
} from '@portal/contract';
import { onAccount, reveal, TAX_STREAM, type TaxEvent, taxDecider } from '@portal/domain';
import { addDays, compareDays, type Day, formatDay, formatTaxRate, US_STATES } from '@portal/domain/values';
import { z } from 'zod';
import { describeByTexts } from '../../platform/history/describe.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { openAccount } from '../companies/module.ts';
import type { BillingRoutePorts } from './ports.ts';

/** The rates in the activity of the portal. */
export const describeTax = describeByTexts<TaxEvent>({
  TaxRateSet: ({ state, rate, from }) =>
    `Sales tax of ${nameOf(state)}: ${formatTaxRate(rate)} from ${formatDay(from)}`,
});

const nameOf = (state: string) => (US_STATES as Readonly<Record<string, string>>)[state] ?? state;
const ON_TAX = { stream: TAX_STREAM, decider: taxDecider, accounts: [] };

/** Rates of sales tax by state, and exemptions of companies (rule B38). Tax is off until a rate is set. */
export function taxRoutes({ commands, readStream, today }: BillingRoutePorts): Route[] {
  async function rates(): Promise<TaxRateRow[]> {
    const byKey = new Map<string, TaxEvent['data']>();
    for (const { event } of await readStream(TAX_STREAM)) {
      const { data } = event as TaxEvent;
      byKey.set(`${nameOf(data.state)} ${data.from}`, data);
    }
    const all = [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, data]) => data);
    return all.map((data, index) => {
      const next = all[index + 1];
      const to = next?.state === data.state ? addDays(next.from, -1) : null;
      return {
        state: data.state,
        state_name: nameOf(data.state),
        rate: formatTaxRate(data.rate),
        from: data.from,
        to,
        standing: standingOn(today(), { from: data.from, to }),
        reason: data.reason,
      };
    });
  }

  async function exemptionOf(accountId: string): Promise<TaxExemptionAnswer> {
    const [{ exemption }, known] = await Promise.all([
      openAccount(commands, accountId),
      commands.load(TAX_STREAM, taxDecider),
    ]);
    const tax_is_on = Object.keys(known).length > 0;
    if (exemption === null) return { tax_is_on, exemption: null };
    const { certificate, from, to, reason } = exemption;
    const standing = standingOn(today(), { from, to });
    return {
      tax_is_on,
      exemption: {
        certificate: reveal(certificate, null),
        ...{ from, to, reason, in_force: standing === 'in force', can_end: standing !== 'past' },
      },
    };
  }

  return [
    route('GET', paths.admin.taxRates, 'staff', {
      summary: 'Rates of sales tax by state, with those of before and those announced',
      answers: { 200: z.array(taxRateSchema) },
      handler: async () => ({ body: await rates() }),
    }),
    route('POST', paths.admin.taxRates, 'money', {
      summary: 'Set the rate of sales tax of a state from a day on',
      answers: { 200: z.array(taxRateSchema) },
      body: setTaxRateSchema,
      handler: async ({ body, command: context, visible }) => {
        const command = { type: 'SetTaxRate', ...body, today: commands.billingDay(context.time) } as const;
        const { appended } = await commands.execute({ ...ON_TAX, command, context, reason: body.reason });
        await visible(await commands.followUp(appended));
        return { body: await rates() };
      },
    }),
    route('GET', paths.admin.taxExemption, 'staff', {
      summary: "A company's exemption from sales tax",
      answers: { 200: taxExemptionSchema },
      handler: async ({ params }) => ({ body: await exemptionOf(params.id) }),
    }),
    route('POST', paths.admin.taxExemption, 'money', {
      summary: 'Exempt a company from sales tax, by its certificate',
      answers: { 200: taxExemptionSchema },
      body: grantExemptionSchema,
      handler: async ({ params: { id }, body, command: context, visible }) => {
        const command = { type: 'GrantTaxExemption', ...body, to: body.to ?? null } as const;
        const on = onAccount(id);
        const { appended } = await commands.execute({ ...on, command, context, reason: body.reason });
        await visible(await commands.followUp(appended));
        return { body: await exemptionOf(id) };
      },
    }),
    route('POST', paths.admin.endTaxExemption, 'money', {
      summary: "End a company's exemption from sales tax, from today on",
      answers: { 200: taxExemptionSchema },
      body: endExemptionSchema,
      handler: async ({ params: { id }, body: { reason }, command: context, visible }) => {
        const command = {
          type: 'EndTaxExemption',
          reason,
          today: commands.billingDay(context.time),
        } as const;
        const { appended } = await commands.execute({ ...onAccount(id), command, context, reason });
        await visible(await commands.followUp(appended));
        return { body: await exemptionOf(id) };
      },
    }),
  ];
}

function standingOn(
  day: Day,
  { from, to }: { readonly from: Day; readonly to: Day | null },
): TaxRateRow['standing'] {
  if (compareDays(from, day) > 0) return 'announced';
  return to !== null && compareDays(to, day) < 0 ? 'past' : 'in force';
}
