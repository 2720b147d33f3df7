import {
  INVOICE_STATUSES,
  invoiceAmountSchema,
  invoiceDetailSchema,
  invoiceSchema,
  listQuerySchema,
  messageSchema,
  moveAllocationSchema,
  neededReasonSchema,
  paths,
  previewRemindersSchema,
  recordPaymentSchema,
  refundInvoiceSchema,
  reminderPreviewSchema,
  revenueSchema,
  reversePaymentSchema,
  updateInvoiceSiteSchema,
} from '@portal/contract';
import { listInvoices, userById, usersOfAccount } from '@portal/projections';
import { z } from 'zod';
import { given } from '../../kernel/given.ts';
import { listAnswer } from '../../platform/http/listAnswer.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { companyRow } from '../companies/module.ts';
import { askForPaymentMethod } from '../payments/module.ts';
import { invoiceCommands } from './commandRoute.ts';
import {
  askAboutPayment,
  creditInvoice,
  linkInvoiceToSite,
  moveAllocation,
  recordInvoicePayment,
  refundInvoice,
  reverseInvoicePayment,
  writeOff,
} from './correctInvoice.ts';
import { previewReminders, sendManualReminder } from './manualReminders.ts';
import type { InvoicePorts } from './ports.ts';
import { revenueOf } from './revenue.ts';
import { oneInvoice } from './routes.ts';
import { INVOICE_DETAIL_READS, toInvoice } from './wire.ts';

const READS = ['invoices'];

/** The spec's and our flat parameters stand beside react-admin's and merge into its filter. */
const listSchema = listQuerySchema.extend({
  userId: z.string().max(100).optional(),
  account_id: z.string().max(100).optional(),
  status: z.enum(INVOICE_STATUSES).optional(),
  overdue: z.enum(['true', 'false'], { error: 'overdue must be true or false' }).optional(),
  period: z.string().max(7).optional(),
  q: z.string().max(200).optional(),
});

/** Invoices for administrators: list, one with its proof, correcting, recording, revenue (S2-7; B26, B28). */
export function adminInvoiceRoutes(ports: InvoicePorts): Route[] {
  /** Filter by the account of a user, as the dealer billing page asks; an unknown user has no invoices. */
  async function filterOf(query: z.output<typeof listSchema>): Promise<Record<string, unknown>> {
    const { filter, userId, overdue, account_id, status, period, q } = query;
    const isOverdue = overdue === undefined ? undefined : overdue === 'true';
    const merged = { ...filter, ...given({ account_id, status, period, q, overdue: isOverdue }) };
    if (userId === undefined) return merged;
    const user = await userById(ports.db, userId, ports.today());
    return user?.account_id == null ? { ...merged, id: [] } : { ...merged, account_id: user.account_id };
  }

  const one = oneInvoice(ports);
  const invoiceCommand = invoiceCommands(ports);

  return [
    route('GET', paths.admin.invoices, 'staff', {
      summary: 'Invoices',
      answers: { 200: z.array(invoiceSchema) },
      query: listSchema,
      reads: [...READS, 'users'],
      handler: async ({ query }) => {
        const { sort, range } = query;
        const { timeZone } = ports;
        const today = ports.today();
        const list = { filter: await filterOf(query), sort, range, timeZone };
        const { rows, total } = await listInvoices(ports.db, list, today);
        return listAnswer('invoices', { rows: rows.map((row) => toInvoice(row, today)), total }, range?.[0]);
      },
    }),
    route('GET', paths.admin.invoice, 'staff', {
      summary: 'One invoice with its proof',
      answers: { 200: invoiceDetailSchema },
      reads: INVOICE_DETAIL_READS,
      handler: one.show,
    }),
    route('GET', paths.admin.invoicePdf, 'staff', {
      summary: 'An invoice on paper',
      answers: { 200: ['application/pdf'] },
      reads: INVOICE_DETAIL_READS,
      handler: one.print,
    }),
    invoiceCommand(
      paths.admin.refundInvoice,
      'Refund a paid invoice, or pay out unused account credit of any',
      refundInvoiceSchema,
      ({ params, body, command }) => refundInvoice(ports.commands, params.id, body, command),
    ),
    invoiceCommand(
      paths.admin.creditInvoice,
      'Credit an amount of an invoice to the account',
      invoiceAmountSchema,
      ({ params, body, command }) => creditInvoice(ports.commands, params.id, body, command),
    ),
    invoiceCommand(
      paths.admin.recordInvoicePayment,
      'Record a payment by check or bank transfer',
      recordPaymentSchema,
      async ({ params, body, command }) => {
        await askAboutPayment(ports, params.id, body, command);
        return recordInvoicePayment(ports, params.id, body, command);
      },
    ),
    invoiceCommand(
      paths.admin.reverseInvoicePayment,
      'Reverse a recorded payment',
      reversePaymentSchema,
      ({ params, body, command }) => reverseInvoicePayment(ports, params.id, body, command),
    ),
    invoiceCommand(
      paths.admin.moveAllocation,
      'Move part of a payment or credit to another open invoice',
      moveAllocationSchema,
      ({ params, body, command }) => moveAllocation(ports.commands, params.id, body, command),
    ),
    invoiceCommand(
      paths.admin.writeOffInvoice,
      'Write off what is open of an invoice',
      neededReasonSchema,
      ({ params, body, command }) => writeOff('WriteOffInvoice')(ports, params.id, body, command),
    ),
    invoiceCommand(
      paths.admin.sendReminder,
      'Email a reminder of an overdue invoice, beside the steps of dunning',
      z.object({}),
      ({ params, command }) => sendManualReminder(ports, params.id, command),
    ),
    route('POST', paths.admin.previewReminders, 'staff', {
      summary: 'How many mails reminders of these invoices would be; sends nothing',
      answers: { 200: z.array(reminderPreviewSchema) },
      body: previewRemindersSchema,
      reads: ['users', 'disputes'],
      handler: async ({ body }) => ({ body: await previewReminders(ports, body.ids) }),
    }),
    invoiceCommand(
      paths.admin.takeWriteOffBack,
      'Take a write-off back, so that the amount is open again',
      neededReasonSchema,
      ({ params, body, command }) => writeOff('TakeWriteOffBack')(ports, params.id, body, command),
    ),
    route('POST', paths.admin.updateInvoiceSite, 'money', {
      summary: 'Link an invoice to a site',
      answers: { 200: messageSchema },
      body: updateInvoiceSiteSchema,
      handler: async ({ body, command, visible }) => {
        await visible(await linkInvoiceToSite(ports.commands, body, command));
        return { body: { message: 'Invoice site association updated' } };
      },
    }),
    route('POST', paths.admin.askForPaymentMethod, 'money', {
      summary: 'Email a dealer the link to the payment method page',
      answers: { 200: messageSchema },
      handler: async ({ params, command }) => {
        const account = await companyRow(ports, params.id);
        const users = (accountId: string) => usersOfAccount(ports.db, accountId, ports.today());
        const recipient = await askForPaymentMethod({ ...ports, usersOfAccount: users }, account, command);
        return { body: { message: `We sent ${recipient} a link to the payment method page.` } };
      },
    }),
    route('GET', paths.admin.revenue, 'staff', {
      summary: 'Revenue by month, issued and projected',
      answers: { 200: revenueSchema },
      reads: [...READS, 'projectedInvoices', 'accounts'],
      handler: async () => ({ body: await revenueOf(ports.db, ports.today()) }),
    }),
  ];
}
