import DeclineIcon from '@mui/icons-material/CancelOutlined';
import CheckIcon from '@mui/icons-material/CheckCircleOutlined';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import PauseIcon from '@mui/icons-material/PauseCircleOutlined';
import PlayIcon from '@mui/icons-material/PlayCircleOutlined';
import { Box, Typography } from '@mui/material';
import { SITE_BILLING, type Site } from '@portal/contract';
import { useQuery } from '@tanstack/react-query';
import { counted, dollarsText, showPlace } from '../../../shared/text.ts';
import { usePortal } from '../../dataProvider/index.ts';
import { ActionButton, type ActionVariant, EditButton } from '../../kit/ActionButton.tsx';
import type { Action, ActionEffectProps, BulkAction } from '../../kit/ActionDialog.tsx';
import { RelatedList } from '../../kit/RelatedList.tsx';
import { SiteStatus, TEST_MONEY } from '../../records/states.tsx';
import { EditSiteDialog } from './dialogs.tsx';

/** The consequences of switching a site on and off (S2-4). */
const ON = [
  `The site is ${SITE_BILLING.on}.`,
  'Technical support is available for it.',
  'Access is restored for its users.',
];
const OFF = [
  `The site is ${SITE_BILLING.off}. ${SITE_BILLING.issued}`,
  'Its users lose access.',
  'Support for it is limited.',
];

/** How many readers the sites add, and what is billed for them. */
function ApprovalEffect({ ids }: Pick<ActionEffectProps, 'ids'>) {
  const portal = usePortal();
  const { data, error } = useQuery({
    queryKey: ['approvals', ids],
    queryFn: () => portal.previewApprovals(ids.map(String)),
    gcTime: 0,
  });
  // the question stands without it
  if (error !== null) return null;
  return (
    <Typography role="status" sx={{ fontWeight: 600, mb: 1 }}>
      {data === undefined
        ? 'Computing what is billed...'
        : `${counted(data.sites, 'site')} with ${counted(data.readers, 'reader')}: ${dollarsText(data.added_monthly)} more a month.`}
    </Typography>
  );
}

export const approveSite: BulkAction<Site> = {
  resource: 'sites',
  name: 'approve',
  label: 'Approve',
  icon: CheckIcon,
  question: (site) => `Approve ${site.site_name}?`,
  bulkQuestion: (count) => `Approve ${counted(count, 'site')}?`,
  effect: ApprovalEffect,
  warning: (site) => (site.paid_in_test_mode === true ? TEST_MONEY : null),
  consequences: [
    'The site becomes active today.',
    `It is ${SITE_BILLING.on}.`,
    'Technical support is available for it.',
  ],
  done: 'Site Approved',
  failed: 'Failed to approve site.',
  run: (portal, id) => portal.approveSite(id),
};

export const deactivateSite: BulkAction<Site> = {
  resource: 'sites',
  name: 'deactivate',
  label: 'Deactivate',
  icon: PauseIcon,
  destructive: true,
  question: (site) => `Deactivate ${site.site_name}?`,
  bulkQuestion: (count) => `Deactivate ${counted(count, 'site')}?`,
  consequences: OFF,
  why: 'Recorded in the history.',
  done: 'Site Deactivated',
  failed: 'Failed to deactivate site.',
  run: (portal, id, meta) => portal.deactivateSite(id, meta),
};

export const reactivateSite: BulkAction<Site> = {
  resource: 'sites',
  name: 'reactivate',
  label: 'Reactivate',
  icon: PlayIcon,
  question: (site) => `Reactivate ${site.site_name}?`,
  bulkQuestion: (count) => `Reactivate ${counted(count, 'site')}?`,
  consequences: ON,
  why: 'Recorded in the history.',
  done: 'Site Reactivated',
  failed: 'Failed to reactivate site.',
  run: (portal, id, meta) => portal.reactivateSite(id, meta),
  undo: deactivateSite,
};

/** Confirm Delete Site (S2-2-admin). */
const deleteSite: Action<Site> = {
  resource: 'sites',
  name: 'delete',
  label: 'Delete',
  icon: DeleteIcon,
  destructive: true,
  question: () => 'Confirm Delete Site',
  facts: (site) => [
    { label: 'Site name', value: site.site_name },
    { label: 'City', value: site.site_city || 'N/A' },
    { label: 'State', value: site.site_state || 'N/A' },
  ],
  consequences: [
    'The dealer and all viewers lose access to the site.',
    `It is ${SITE_BILLING.off}. ${SITE_BILLING.issued}`,
    'If it was paid but never approved, the payment is refunded.',
  ],
  why: 'Recorded in the history; shown to the dealer if the pending site was paid.',
  whyNeeded: (site) => site.status === 'pending' && (site.paid_amount ?? 0) > 0,
  done: 'Site deleted',
  failed: 'Failed to delete site.',
  run: (portal, id, meta) => portal.delete('sites', { id, meta }),
};

/** The answers to a dealer's request for another number of readers. */
export function readerChangeActions(site: Site): {
  readonly approve: Action<Site>;
  readonly decline: Action<Site>;
} {
  const readers = site.requested_readers ?? '';
  const answer =
    (approved: boolean): Action['run'] =>
    (portal, id, meta) =>
      portal.answerReaderChange(id, { approved, number_of_readers: readers }, meta);
  const both = {
    resource: 'sites',
    name: 'answerReaderChange',
    facts: () => [
      { label: 'Readers now', value: site.number_of_readers },
      { label: 'Readers asked for', value: readers },
      { label: 'Note', value: site.requested_readers_note },
    ],
    why: 'Recorded in the history.',
    failed: 'Failed to answer the reader change.',
  } as const;
  return {
    approve: {
      ...both,
      label: 'Approve readers',
      icon: CheckIcon,
      question: () => `Change ${site.site_name} to ${counted(readers, 'reader')}?`,
      consequences: [
        'The count changes today and is billed from the next billing date.',
        'The dealer is notified by email.',
      ],
      done: 'Reader change approved',
      run: answer(true),
    },
    decline: {
      ...both,
      label: 'Decline readers',
      icon: DeclineIcon,
      destructive: true,
      question: () => `Decline ${counted(readers, 'reader')} for ${site.site_name}?`,
      consequences: ['The number of readers does not change.', 'The dealer is notified by email.'],
      done: 'Reader change declined',
      run: answer(false),
    },
  };
}

interface SiteStatusActionsProps {
  readonly site: Site;
  readonly variant?: ActionVariant;
  readonly deactivateVariant?: ActionVariant;
}

function SiteStatusActions(props: SiteStatusActionsProps) {
  const { site, variant = 'text', deactivateVariant = variant } = props;
  return (
    <>
      <ActionButton action={approveSite} record={site} variant={variant} />
      <ActionButton action={deactivateSite} record={site} variant={deactivateVariant} />
      <ActionButton action={reactivateSite} record={site} variant={variant} />
    </>
  );
}

interface SiteActionsProps {
  readonly site: Site;
  readonly variant?: 'text' | 'outlined' | 'contained';
  readonly others?: ActionVariant;
  /** Leaves the page of a deleted site. */
  readonly leave?: () => void;
}

/** The actions on a site. */
export const SiteActions = ({ site, variant = 'text', others = 'icon', leave }: SiteActionsProps) => (
  <>
    <SiteStatusActions site={site} variant={variant} deactivateVariant={others} />
    <EditButton resource="sites" variant={others} record={site} dialog={EditSiteDialog} />
    <ActionButton action={deleteSite} record={site} variant={others} leave={leave} />
  </>
);

/** A company's sites. */
export const CompanySites = ({ accountId }: { readonly accountId: string }) => (
  <RelatedList
    resource="sites"
    filter={{ account_id: accountId }}
    label="Sites"
    empty="No sites found"
    text={(site: Site) =>
      `${showPlace(site.site_city, site.site_state)} · ${counted(site.number_of_readers, 'reader')}`
    }
  >
    {(site) => (
      <>
        <SiteStatus status={site.status} />
        <Box sx={{ minWidth: 130, textAlign: { sm: 'right' } }}>
          <SiteStatusActions site={site} />
        </Box>
      </>
    )}
  </RelatedList>
);
