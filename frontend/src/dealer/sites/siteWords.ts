import type { Site } from '@portal/contract';

/** What a site's status is called and how it looks; dealers wait for a pending one (S2-4). */
export const SITE_STATUS = {
  active: { tone: 'success', text: 'Active' },
  pending: { tone: 'warning', text: 'Pending Admin Approval' },
  inactive: { tone: 'neutral', text: 'Inactive' },
} as const satisfies Record<Site['status'], { readonly tone: string; readonly text: string }>;

/** `1 reader`, `12 readers`; counts are text on the wire. */
export const counted = (count: string | number, one: string) =>
  `${count} ${String(count) === '1' ? one : `${one}s`}`;

/** `2 Harbor Road, Staten Island, NY 10311`, without what is missing. */
export function addressOf(
  site: Pick<Site, 'site_address' | 'site_city' | 'site_state' | 'site_zip'>,
): string {
  const region = [site.site_state, site.site_zip].filter(Boolean).join(' ');
  return [site.site_address, site.site_city, region].filter(Boolean).join(', ');
}
