import { Chip } from '@mui/material';
import { type Overview, paths } from '@portal/contract';
import { useQuery } from '@tanstack/react-query';
import type { ResourceProps } from 'react-admin';
import type { ADMIN_SECTIONS } from '../../shared/layout/AdminLinks.tsx';
import type { ResourceName } from '../dataProvider/resourcePaths.ts';

/** Pending decisions and current figures, shared by menu and home. */
export function useOverview() {
  return useQuery<Overview>({ queryKey: [paths.admin.overview] });
}

/** Counts of what waits, each with what its records are. */
export type WaitingCounts = readonly (readonly [keyof Overview['waiting'], string])[];

interface ResourceOptions {
  readonly label: string;
  /** The menu's section, where it is not the resource's own. */
  readonly section?: 'Invoicing';
  /** Counts of the badge. */
  readonly waiting?: WaitingCounts;
}

/** The resources with a section of their own in the menu. */
type InMenu = Extract<
  ResourceName,
  (typeof ADMIN_SECTIONS)[number]['to'] extends infer To
    ? To extends `/${infer Name}`
      ? Name
      : never
    : never
>;

/**
 * What `Resource` takes, with what the menu shows of it: a section of `ADMIN_SECTIONS`, in their order, or one of the
 * sections of 'Invoicing'.
 */
export type AdminResource = ResourceProps &
  (
    | { readonly name: InMenu; readonly options: ResourceOptions }
    | {
        readonly name: ResourceName;
        readonly options: ResourceOptions & { readonly section: 'Invoicing' };
      }
  );

interface WaitingBadgeProps {
  readonly waiting: Overview['waiting'] | undefined;
  readonly counts: WaitingCounts | undefined;
}

/** How many records wait; nothing for none. */
export function WaitingBadge({ waiting, counts = [] }: WaitingBadgeProps) {
  const some = counts.flatMap(([key, as]) => {
    const count = waiting?.[key] ?? 0;
    return count === 0 ? [] : [{ count, text: `${count} ${as}` }];
  });
  if (some.length === 0) return null;
  return (
    <Chip
      component="span"
      size="small"
      label={some.reduce((sum, { count }) => sum + count, 0)}
      aria-label={some.map(({ text }) => text).join(', ')}
      role="img"
      sx={{
        ml: 'auto',
        cursor: 'inherit',
        bgcolor: 'warning.light',
        color: 'warning.main',
        fontWeight: 700,
      }}
    />
  );
}
