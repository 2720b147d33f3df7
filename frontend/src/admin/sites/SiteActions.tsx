import type { Site } from '@portal/contract';
import { type ActionVariant, EditButton, VerbButton } from '../kit/ActionButton.tsx';
import { EditSiteDialog } from './dialogs.ts';
import { SiteVerbs } from './SiteVerbs.tsx';
import { deleteSite } from './verbs.ts';

interface SiteActionsProps {
  readonly site: Site;
  readonly variant?: 'text' | 'outlined' | 'contained';
  readonly others?: ActionVariant;
  /** Leaves the site's own page once the site is gone. */
  readonly leave?: () => void;
}

/** All that can be done with a site now. */
export function SiteActions({ site, variant = 'text', others = 'icon', leave }: SiteActionsProps) {
  return (
    <>
      <SiteVerbs site={site} variant={variant} grave={others} />
      <EditButton resource="sites" variant={others} record={site} dialog={EditSiteDialog} />
      <VerbButton verb={deleteSite} record={site} variant={others} leave={leave} />
    </>
  );
}
