import { expected } from '@portal/server/test/support/expected.ts';
import { adminAt } from '@portal/server/test/support/people.ts';

/** Changes of reader counts, sent one after the other for each site. */
export interface ReaderChanges {
  /** How many were answered 200. */
  readonly done: number;
  /** Sends no more and waits for those on their way. */
  stop(): Promise<void>;
}

/** Makes these sites active where they aren't, then changes their readers over and over: what counts twice if it is applied twice. */
export async function changeReaders(url: string, sites: readonly string[]): Promise<ReaderChanges> {
  const admin = await adminAt(url);
  let stopped = false;
  let done = 0;
  const pathOf = (site: string) => `/api/admin/sites/${site}`;
  for (const site of sites) await expected(() => admin.patch(pathOf(site), { status: 'active' }), 200);
  const change = async (site: string) => {
    const path = pathOf(site);
    for (let readers = 1; !stopped; readers = (readers % 900) + 1) {
      const answered = await admin.patch(path, { number_of_readers: readers }).catch(() => null);
      if (answered?.status === 200) done += 1;
      // the portal is gone
      if (answered === null) return;
    }
  };
  const running = Promise.all(sites.map(change));
  running.catch(() => {});
  return {
    get done() {
      return done;
    },
    async stop() {
      stopped = true;
      await running;
    },
  };
}
