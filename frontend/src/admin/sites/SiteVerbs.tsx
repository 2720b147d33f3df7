import type { Site } from '@portal/contract';
import { VerbButton } from '../verbs/VerbButton.tsx';
import { approveSite, deactivateSite, reactivateSite } from './verbs.ts';

interface SiteVerbsProps {
  readonly site: Site;
  readonly variant?: 'text' | 'outlined' | 'contained';
}

/** What can be done with a site now: one of Approve, Deactivate, Reactivate. */
export function SiteVerbs({ site, variant = 'text' }: SiteVerbsProps) {
  return (
    <>
      <VerbButton verb={approveSite} record={site} variant={variant} />
      <VerbButton verb={deactivateSite} record={site} variant={variant} />
      <VerbButton verb={reactivateSite} record={site} variant={variant} />
    </>
  );
}
