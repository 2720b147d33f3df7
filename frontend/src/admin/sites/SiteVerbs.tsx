import type { Site } from '@portal/contract';
import { type ActionVariant, VerbButton } from '../kit/ActionButton.tsx';
import { approveSite, deactivateSite, reactivateSite } from './verbs.ts';

interface SiteVerbsProps {
  readonly site: Site;
  readonly variant?: ActionVariant;
  /** How Deactivate looks, which is done with seldom. */
  readonly grave?: ActionVariant;
}

/** What can be done with a site now: one of Approve, Deactivate, Reactivate. */
export function SiteVerbs({ site, variant = 'text', grave = variant }: SiteVerbsProps) {
  return (
    <>
      <VerbButton verb={approveSite} record={site} variant={variant} />
      <VerbButton verb={deactivateSite} record={site} variant={grave} />
      <VerbButton verb={reactivateSite} record={site} variant={variant} />
    </>
  );
}
