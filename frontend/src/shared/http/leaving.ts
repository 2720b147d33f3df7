type Leave = (path: string) => void;

let leave: Leave = (path) => location.assign(path);

/** Full navigation: the page and all it knows are dropped. */
export function leaveFor(path: string): void {
  leave(path);
}

/** Lets a spec watch full navigations, which jsdom can't do; answers what puts the real one back. */
export function watchLeaving(watch: Leave): () => void {
  const real = leave;
  leave = watch;
  return () => {
    leave = real;
  };
}

let leaving = false;

/** Whether a sign-out is under way: what is told meanwhile is about a session that ends, and would be refused. */
export const isLeaving = (): boolean => leaving;

/** Runs a sign-out; where it fails, the page goes on as before. */
export async function whileLeaving(signOut: () => Promise<unknown>): Promise<void> {
  leaving = true;
  try {
    await signOut();
  } catch (error) {
    leaving = false;
    throw error;
  }
}
