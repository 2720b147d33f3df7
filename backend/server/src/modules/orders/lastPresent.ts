import { type Decider, migrationDecider, siteDecider } from '@portal/domain';

type Present<State> = Exclude<State, { readonly status: 'none' | 'deleted' }>;

/** Folds to the last state before a deletion; null for none. Decides nothing. */
function lastPresent<State extends { readonly status: string }, Command, Event>({
  initialState,
  evolve,
}: Decider<State, Command, Event>): Decider<Present<State> | null, never, Event> {
  return {
    initialState: null,
    evolve(before, event) {
      const after = evolve(before ?? initialState, event);
      return after.status === 'none' || after.status === 'deleted' ? before : (after as Present<State>);
    },
    decide: () => [],
  };
}

export const lastPresentSite = lastPresent(siteDecider);
export const lastPresentMigration = lastPresent(migrationDecider);
