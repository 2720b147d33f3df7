import {
  type Decider,
  type MigrationEvent,
  migrationDecider,
  type PresentMigration,
  type PresentSite,
  type SiteEvent,
  siteDecider,
} from '@portal/domain';

/** Only to be folded with: nothing is decided on what was. */
const foldOnly = <State, Event>(
  initialState: State,
  evolve: (state: State, event: Event) => State,
): Decider<State, never, Event> => ({ initialState, evolve, decide: () => [] });

/** A site as it was last while it was there; null for none. */
export const lastPresentSite: Decider<PresentSite | null, never, SiteEvent> = foldOnly(
  null,
  (site: PresentSite | null, event: SiteEvent) => {
    const after = siteDecider.evolve(site ?? siteDecider.initialState, event);
    return after.status === 'none' || after.status === 'deleted' ? site : after;
  },
);

/** A migration as it was last while it was there; null for none. */
export const lastPresentMigration: Decider<PresentMigration | null, never, MigrationEvent> = foldOnly(
  null,
  (migration: PresentMigration | null, event: MigrationEvent) => {
    const after = migrationDecider.evolve(migration ?? migrationDecider.initialState, event);
    return after.status === 'none' || after.status === 'deleted' ? migration : after;
  },
);
