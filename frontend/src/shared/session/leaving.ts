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
