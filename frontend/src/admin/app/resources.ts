import type { Account, AdminUser, BillingRun, ContactMessage, Dispute, Payment } from '@portal/contract';
import { lazy } from 'react';
import { dollarsText } from '../../shared/text.ts';
import { invoices } from '../resources/invoices/index.ts';

/** The kinds of records with their pages and the names of their records. */
export const resources = [
  {
    name: 'users',
    list: lazy(() => import('../users/List.tsx')),
    show: lazy(() => import('../users/Show.tsx')),
    recordRepresentation: (user: AdminUser) => user.company || user.name || user.username,
  },
  {
    name: 'companies',
    list: lazy(() => import('../companies/List.tsx')),
    show: lazy(() => import('../companies/Show.tsx')),
    recordRepresentation: (company: Account) => company.company_name || company.name,
  },
  {
    name: 'sites',
    list: lazy(() => import('../sites/List.tsx')),
    show: lazy(() => import('../sites/Show.tsx')),
    recordRepresentation: 'site_name',
  },
  {
    name: 'migrations',
    list: lazy(() => import('../migrations/List.tsx')),
    show: lazy(() => import('../migrations/Show.tsx')),
    recordRepresentation: 'migration_site_name',
  },
  {
    name: 'invoicing',
    list: lazy(() => import('../invoicing/List.tsx')),
    recordRepresentation: (user: AdminUser) => user.company || user.name,
  },
  invoices,
  {
    name: 'orders',
    list: lazy(() => import('../orders/List.tsx')),
    show: lazy(() => import('../orders/Show.tsx')),
    recordRepresentation: 'order_number',
  },
  {
    name: 'payments',
    list: lazy(() => import('../payments/List.tsx')),
    show: lazy(() => import('../payments/Show.tsx')),
    recordRepresentation: (payment: Payment) =>
      `the payment of ${dollarsText(payment.amount)} by ${payment.company_name ?? 'nobody'}`,
  },
  {
    name: 'billing-runs',
    list: lazy(() => import('../billingRuns/List.tsx')),
    recordRepresentation: (run: BillingRun) => `the run of ${run.period}`,
  },
  {
    name: 'disputes',
    options: { label: 'Questions' },
    list: lazy(() => import('../disputes/List.tsx')),
    show: lazy(() => import('../disputes/Show.tsx')),
    recordRepresentation: (dispute: Dispute) => `the question about ${dispute.invoice_number}`,
  },
  {
    name: 'contacts',
    options: { label: 'Messages' },
    list: lazy(() => import('../contacts/List.tsx')),
    show: lazy(() => import('../contacts/Show.tsx')),
    recordRepresentation: (message: ContactMessage) => `the message of ${message.contact_name}`,
  },
  {
    name: 'mails',
    options: { label: 'Emails' },
    list: lazy(() => import('../mails/List.tsx')),
    show: lazy(() => import('../mails/Show.tsx')),
    recordRepresentation: 'subject',
  },
];
