import {
  disputeDecider,
  disputeStream,
  invoiceDecider,
  invoiceStream,
  isPresentSite,
  siteDecider,
  siteStream,
} from '@portal/domain';
import type { NoteSubject } from '@portal/domain/values';
import type { Load } from '../../kernel/execute.ts';

interface Subject {
  readonly noun: string;
  /** Of its pages. */
  readonly folder: string;
  /** The record's company, and its name beside the company's, null for none; null where there is no such record. */
  read(load: Load, id: string): Promise<{ readonly accountId: string; readonly name: string | null } | null>;
}

async function readInvoice(load: Load, id: string) {
  const invoice = await load(invoiceStream(id), invoiceDecider);
  return invoice.status === 'none' ? null : { accountId: invoice.accountId, name: invoice.invoiceNumber };
}

/** The records that notes are about. */
export const SUBJECTS: Readonly<Record<NoteSubject, Subject>> = {
  company: {
    noun: 'Company',
    folder: 'companies',
    read: async (_load, accountId) => ({ accountId, name: null }),
  },
  site: {
    noun: 'Site',
    folder: 'sites',
    async read(load, id) {
      const site = await load(siteStream(id), siteDecider);
      return isPresentSite(site) ? { accountId: site.accountId, name: site.details.siteName } : null;
    },
  },
  invoice: { noun: 'Invoice', folder: 'invoices', read: readInvoice },
  dispute: {
    noun: 'Question',
    folder: 'disputes',
    async read(load, id) {
      const dispute = await load(disputeStream(id), disputeDecider);
      return dispute.status === 'none' ? null : readInvoice(load, dispute.invoiceId);
    },
  },
};
