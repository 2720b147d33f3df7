import type { Account, AdminUser, BillingRun, ContactMessage, Dispute, Payment } from '@portal/contract';
import { lazy } from 'react';
import { dollarsText } from '../../shared/text.ts';
import { invoices } from '../resources/invoices/index.ts';

/** The kinds of records with their pages and the names of their records. */
export const resources = [
  {
    name: 'users',
    list: lazy(() => import('../resources/users/List.tsx')),
    show: lazy(() => import('../resources/users/Show.tsx')),
    recordRepresentation: (user: AdminUser) => user.company || user.name || user.username,
  },
  {
    name: 'companies',
    list: lazy(() => import('../resources/companies/List.tsx')),
    show: lazy(() => import('../resources/companies/Show.tsx')),
    recordRepresentation: (company: Account) => company.company_name || company.name,
  },
  {
    name: 'sites',
    list: lazy(() => import('../resources/sites/List.tsx')),
    show: lazy(() => import('../resources/sites/Show.tsx')),
    recordRepresentation: 'site_name',
  },
  {
    name: 'migrations',
    list: lazy(() => import('../resources/migrations/List.tsx')),
    show: lazy(() => import('../resources/migrations/Show.tsx')),
    recordRepresentation: 'migration_site_name',
  },
  {
    name: 'invoicing',
    list: lazy(() => import('../resources/invoicing/List.tsx')),
    recordRepresentation: (user: AdminUser) => user.company || user.name,
  },
  invoices,
  {
    name: 'orders',
    list: lazy(() => import('../resources/orders/List.tsx')),
    show: lazy(() => import('../resources/orders/Show.tsx')),
    recordRepresentation: 'order_number',
  },
  {
    name: 'payments',
    list: lazy(() => import('../resources/payments/List.tsx')),
    show: lazy(() => import('../resources/payments/Show.tsx')),
    recordRepresentation: (payment: Payment) =>
      `the payment of ${dollarsText(payment.amount)} by ${payment.company_name ?? 'nobody'}`,
  },
  {
    name: 'billing-runs',
    list: lazy(() => import('../resources/billingRuns/List.tsx')),
    recordRepresentation: (run: BillingRun) => `the run of ${run.period}`,
  },
  {
    name: 'disputes',
    options: { label: 'Questions' },
    list: lazy(() => import('../resources/disputes/List.tsx')),
    show: lazy(() => import('../resources/disputes/Show.tsx')),
    recordRepresentation: (dispute: Dispute) => `the question about ${dispute.invoice_number}`,
  },
  {
    name: 'contacts',
    options: { label: 'Messages' },
    list: lazy(() => import('../resources/contacts/List.tsx')),
    show: lazy(() => import('../resources/contacts/Show.tsx')),
    recordRepresentation: (message: ContactMessage) => `the message of ${message.contact_name}`,
  },
  {
    name: 'mails',
    options: { label: 'Emails' },
    list: lazy(() => import('../resources/mails/List.tsx')),
    show: lazy(() => import('../resources/mails/Show.tsx')),
    recordRepresentation: 'subject',
  },
];
