import CompaniesIcon from '@mui/icons-material/BusinessOutlined';
import ApprovalsIcon from '@mui/icons-material/FactCheckOutlined';
import DisputesIcon from '@mui/icons-material/HelpOutlineOutlined';
import ContactsIcon from '@mui/icons-material/InboxOutlined';
import MailsIcon from '@mui/icons-material/OutboxOutlined';
import UsersIcon from '@mui/icons-material/PeopleOutlined';
import SitesIcon from '@mui/icons-material/PlaceOutlined';
import InvoicingIcon from '@mui/icons-material/ReceiptLongOutlined';
import NotesIcon from '@mui/icons-material/StickyNote2Outlined';
import MigrationsIcon from '@mui/icons-material/SwapHorizOutlined';
import type {
  Account,
  AdminUser,
  Approval,
  BankLine,
  BillingRun,
  ContactMessage,
  CreditNote,
  Dispute,
  Note,
  Payment,
  Receipt,
} from '@portal/contract';
import { lazy } from 'react';
import { dollarsText, momentText } from '../../shared/text.ts';
import type { AdminResource } from '../records/waiting.tsx';

/** Routes, the palette, and the sections of 'Invoicing' in this order; the menu is `ADMIN_SECTIONS`, with icons and badges of these. */
export const resources: readonly AdminResource[] = [
  {
    name: 'users',
    icon: UsersIcon,
    options: { label: 'Users', waiting: [['dealers', 'pending']] },
    list: lazy(() => import('../resources/users/List.tsx')),
    show: lazy(() => import('../resources/users/Show.tsx')),
    recordRepresentation: (user: AdminUser) => user.company || user.name || user.username,
  },
  {
    name: 'companies',
    icon: CompaniesIcon,
    options: { label: 'Companies' },
    list: lazy(() => import('../resources/companies/List.tsx')),
    show: lazy(() => import('../resources/companies/Show.tsx')),
    recordRepresentation: (company: Account) => company.company_name || company.name,
  },
  {
    name: 'sites',
    icon: SitesIcon,
    options: { label: 'Sites', waiting: [['sites', 'pending']] },
    list: lazy(() => import('../resources/sites/List.tsx')),
    show: lazy(() => import('../resources/sites/Show.tsx')),
    recordRepresentation: 'site_name',
  },
  {
    name: 'migrations',
    icon: MigrationsIcon,
    options: { label: 'Migrations', waiting: [['migrations', 'pending']] },
    list: lazy(() => import('../resources/migrations/List.tsx')),
    show: lazy(() => import('../resources/migrations/Show.tsx')),
    recordRepresentation: 'migration_site_name',
  },
  // dealers by what they will be billed
  {
    name: 'invoicing',
    icon: InvoicingIcon,
    options: { label: 'Dealers', section: 'Invoicing' },
    list: lazy(() => import('../resources/invoicing/List.tsx')),
    recordRepresentation: (user: AdminUser) => user.company || user.name,
  },
  {
    name: 'receivables',
    options: { label: 'Receivables', section: 'Invoicing' },
    list: lazy(() => import('../resources/receivables/List.tsx')),
    recordRepresentation: 'company_name',
  },
  {
    name: 'collections',
    options: { label: 'Collections', section: 'Invoicing' },
    list: lazy(() => import('../resources/collections/List.tsx')),
    recordRepresentation: 'invoice_number',
  },
  {
    name: 'invoices',
    options: { label: 'Invoices', section: 'Invoicing', waiting: [['overdue_invoices', 'overdue']] },
    list: lazy(() => import('../resources/invoices/List.tsx')),
    show: lazy(() => import('../resources/invoices/Show.tsx')),
    recordRepresentation: 'invoice_number',
  },
  {
    name: 'orders',
    options: { label: 'Orders', section: 'Invoicing' },
    list: lazy(() => import('../resources/orders/List.tsx')),
    show: lazy(() => import('../resources/orders/Show.tsx')),
    recordRepresentation: 'order_number',
  },
  {
    name: 'payments',
    options: { label: 'Payments', section: 'Invoicing', waiting: [['failed_refunds', 'with failed refund']] },
    list: lazy(() => import('../resources/payments/List.tsx')),
    show: lazy(() => import('../resources/payments/Show.tsx')),
    recordRepresentation: (payment: Payment) =>
      `the payment of ${dollarsText(payment.amount)} by ${payment.company_name ?? 'nobody'}`,
  },
  {
    name: 'receipts',
    options: { label: 'Receipts', section: 'Invoicing' },
    list: lazy(() => import('../resources/receipts/List.tsx')),
    recordRepresentation: (receipt: Receipt) => `the receipt of ${dollarsText(receipt.amount)}`,
  },
  {
    name: 'credit-notes',
    options: { label: 'Credit notes', section: 'Invoicing' },
    list: lazy(() => import('../resources/creditNotes/List.tsx')),
    recordRepresentation: (note: CreditNote) => `credit note ${note.id}`,
  },
  {
    name: 'bank-lines',
    options: { label: 'Bank lines', section: 'Invoicing' },
    list: lazy(() => import('../resources/bankLines/List.tsx')),
    recordRepresentation: (line: BankLine) => `the line of ${dollarsText(line.amount)}`,
  },
  {
    name: 'billing-runs',
    options: { label: 'Billing runs', section: 'Invoicing' },
    list: lazy(() => import('../resources/billingRuns/List.tsx')),
    recordRepresentation: (run: BillingRun) => `the run of ${run.period}`,
  },
  {
    name: 'disputes',
    icon: DisputesIcon,
    options: { label: 'Questions', waiting: [['questions', 'open']] },
    list: lazy(() => import('../resources/disputes/List.tsx')),
    show: lazy(() => import('../resources/disputes/Show.tsx')),
    recordRepresentation: (dispute: Dispute) => `the question about ${dispute.invoice_number}`,
  },
  {
    name: 'approvals',
    icon: ApprovalsIcon,
    options: { label: 'Approvals', waiting: [['approvals', 'waiting']] },
    list: lazy(() => import('../resources/approvals/List.tsx')),
    show: lazy(() => import('../resources/approvals/Show.tsx')),
    recordRepresentation: (approval: Approval) => `the request of ${approval.requested_by_name}`,
  },
  {
    name: 'notes',
    icon: NotesIcon,
    options: { label: 'Notes' },
    list: lazy(() => import('../resources/notes/List.tsx')),
    recordRepresentation: (note: Note) => `the note of ${note.author_name}, ${momentText(note.created_at)}`,
  },
  {
    name: 'contacts',
    icon: ContactsIcon,
    options: { label: 'Messages', waiting: [['messages', 'open']] },
    list: lazy(() => import('../resources/contacts/List.tsx')),
    show: lazy(() => import('../resources/contacts/Show.tsx')),
    recordRepresentation: (message: ContactMessage) => `the message of ${message.contact_name}`,
  },
  {
    name: 'mails',
    icon: MailsIcon,
    options: { label: 'Emails' },
    list: lazy(() => import('../resources/mails/List.tsx')),
    show: lazy(() => import('../resources/mails/Show.tsx')),
    recordRepresentation: 'subject',
  },
];
