import CheckIcon from '@mui/icons-material/CheckCircleOutlined';
import PauseIcon from '@mui/icons-material/PauseCircleOutlined';
import PlayIcon from '@mui/icons-material/PlayCircleOutlined';
import type { Site } from '@portal/contract';
import type { Verb } from '../verbs/verb.ts';

/** What becomes of a site that is switched on, and off (spec 2, section 4). */
const ON = [
  'The site is included in monthly billing.',
  'Technical support is available for it.',
  'Access is restored for its users.',
];
const OFF = ['The site is no longer billed.', 'Its users lose access.', 'Support for it is limited.'];

export const approveSite: Verb<Site> = {
  resource: 'sites',
  action: 'approve',
  label: 'Approve',
  icon: CheckIcon,
  grave: false,
  question: (site) => `Approve ${site.site_name}?`,
  bulkQuestion: (count) => `Approve ${count} sites?`,
  consequences: [
    'The site becomes active today.',
    'It is included in monthly billing.',
    'Technical support is available for it.',
  ],
  done: 'Site Approved',
  failed: 'Failed to approve site.',
  run: (provider, id) => provider.approveSite(id),
};

export const deactivateSite: Verb<Site> = {
  resource: 'sites',
  action: 'deactivate',
  label: 'Deactivate',
  icon: PauseIcon,
  grave: true,
  question: (site) => `Deactivate ${site.site_name}?`,
  bulkQuestion: (count) => `Deactivate ${count} sites?`,
  consequences: OFF,
  done: 'Site Deactivated',
  failed: 'Failed to deactivate site.',
  run: (provider, id) => provider.deactivateSite(id),
};

export const reactivateSite: Verb<Site> = {
  resource: 'sites',
  action: 'reactivate',
  label: 'Reactivate',
  icon: PlayIcon,
  grave: false,
  question: (site) => `Reactivate ${site.site_name}?`,
  bulkQuestion: (count) => `Reactivate ${count} sites?`,
  consequences: ON,
  done: 'Site Reactivated',
  failed: 'Failed to reactivate site.',
  run: (provider, id) => provider.reactivateSite(id),
};

export const siteVerbs = [approveSite, deactivateSite, reactivateSite] as const;
