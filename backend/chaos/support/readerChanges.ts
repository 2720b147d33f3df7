import { expected } from '@portal/server/test/support/expected.ts';
import { adminAt } from '@portal/server/test/support/people.ts';

/** Activates these sites, then changes their reader counts until stopped. An event that is applied twice shows. */
export async function changeReaders(url: string, sites: readonly string[]) {
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
      // the portal was stopped
      if (answered === null) return;
    }
  };
  const running = Promise.all(sites.map(change));
  running.catch(() => {});
  return {
    /** Number of changes answered with 200. */
    get done() {
      return done;
    },
    /** Stops and waits for open requests. */
    async stop() {
      stopped = true;
      await running;
    },
  };
}
