import { SITE_BILLING } from '@portal/contract';
import type { Letter } from '../../platform/mail/letter.ts';

/** The letters about a site's life, each sent only where the reader's flags say so (spec 2, section 3). */

export interface SiteFacts {
  readonly siteName: string;
  readonly city: string;
  readonly state: string;
  readonly readers: number;
  readonly dashboardUrl: string;
}

function facts(site: SiteFacts): Letter['blocks'][number] {
  return {
    kind: 'facts',
    facts: [
      ['Site', site.siteName],
      ['Place', `${site.city}, ${site.state}`],
      ['Readers', String(site.readers)],
    ],
  };
}

/** To the dealer (`site_created`). */
export function siteCreated(site: SiteFacts): Letter {
  return {
    subject: 'We received your site request',
    preheader: `${site.siteName} waits for approval.`,
    title: 'Site request received',
    blocks: [
      {
        kind: 'paragraph',
        text: 'Thank you. Your site waits for approval by our team; we write again as soon as it is active.',
      },
      facts(site),
      { kind: 'button', label: 'Open the dashboard', href: site.dashboardUrl },
    ],
  };
}

/** To the dealer (`site_created`): an administrator or an approved migration added a site, which is active at once. */
export function siteAdded(site: SiteFacts): Letter {
  return {
    subject: 'A site was added to your account',
    preheader: `${site.siteName} is active.`,
    title: 'A site was added',
    blocks: [
      {
        kind: 'paragraph',
        text: `A site was added to your account. It is active, and ${SITE_BILLING.on}.`,
      },
      facts(site),
      { kind: 'button', label: 'Open the dashboard', href: site.dashboardUrl },
    ],
  };
}

/** To administrators (`admin_site_created`). */
export function siteAwaitsApproval(site: SiteFacts & { readonly company: string }): Letter {
  return {
    subject: 'A site waits for approval',
    preheader: `${site.company} ordered ${site.siteName}.`,
    title: 'A site waits for approval',
    blocks: [
      { kind: 'paragraph', text: `${site.company} ordered a new site.` },
      facts(site),
      { kind: 'button', label: 'Review the site', href: site.dashboardUrl },
    ],
  };
}

/** To the dealer (`site_approved`). */
export function siteApproved(site: SiteFacts): Letter {
  return {
    subject: 'Your site is active',
    preheader: `${site.siteName} was approved.`,
    title: 'Your site is active',
    blocks: [
      {
        kind: 'paragraph',
        text: `Your site was approved. It comes with technical support, and your users have access. It is ${SITE_BILLING.on}.`,
      },
      facts(site),
      { kind: 'button', label: 'Open the dashboard', href: site.dashboardUrl },
    ],
  };
}

/** To the dealer (`site_inactive`). */
export function siteInactive(site: SiteFacts): Letter {
  return {
    subject: 'Your site was deactivated',
    preheader: `${site.siteName} is inactive.`,
    title: 'Your site was deactivated',
    blocks: [
      {
        kind: 'paragraph',
        text: `The site's users have lost access, and support is limited. It is ${SITE_BILLING.off}. ${SITE_BILLING.issued} You can reactivate the site on your dashboard at any time.`,
      },
      facts(site),
      { kind: 'button', label: 'Open the dashboard', href: site.dashboardUrl },
    ],
  };
}

/** To the dealer (`site_deleted`). */
export function siteDeleted(site: SiteFacts & { readonly reason: string | null }): Letter {
  return {
    subject: 'Your site was deleted',
    preheader: `${site.siteName} was removed by an administrator.`,
    title: 'Your site was deleted',
    blocks: [
      {
        kind: 'paragraph',
        text: 'An administrator removed the site. Invoices that billed it stay as they are.',
      },
      facts(site),
      ...(site.reason === null ? [] : [{ kind: 'paragraph' as const, text: `Reason: ${site.reason}` }]),
    ],
  };
}
