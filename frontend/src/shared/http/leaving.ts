type Leave = (path: string) => void;
/** Asks the user, then goes on with `go` or not. */
type Ask = (go: () => void) => void;

let leave: Leave = (path) => location.assign(path);
let leaving = false;
const guards = new Set<Ask>();

/** Full navigation: drops the page and all its data. */
export function leaveFor(path: string): void {
  leaving = true;
  leave(path);
}

/** For specs: observes full navigations, which jsdom lacks. @returns what restores the state before */
export function watchLeaving(watch: Leave): () => void {
  const before = { leave, leaving };
  leave = watch;
  return () => {
    ({ leave, leaving } = before);
  };
}

/**
 * Whether a sign-out or a full navigation is under way: live updates of a session that ends would be refused, and unsaved
 * entries are not asked about.
 */
export const isLeaving = (): boolean => leaving;

/** Runs a sign-out; after a failure the page goes on. */
export async function whileLeaving(signOut: () => Promise<unknown>): Promise<void> {
  leaving = true;
  try {
    await signOut();
  } catch (error) {
    leaving = false;
    throw error;
  }
}

/** Has a sign-out ask first. @returns what ends it */
export function guardSignOut(ask: Ask): () => void {
  guards.add(ask);
  return () => void guards.delete(ask);
}

/** Runs `go`, once the user has agreed to discard unsaved entries. @returns whether the user is asked */
export function afterAsking(go: () => void): boolean {
  const [ask] = guards;
  if (ask === undefined) go();
  else ask(go);
  return ask !== undefined;
}
