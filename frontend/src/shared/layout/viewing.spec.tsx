import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { watchLeaving } from '../http/leaving.ts';
import { openPage } from '../testing/openPage.tsx';
import { dealer } from '../testing/people.ts';
import { type Answer, answerFetch, json } from '../testing/server.ts';

const viewing_as = { id: dealer.id, username: dealer.username, company: dealer.company };
const viewed = { ...dealer, viewing_as };

async function open(path: string, heading: string, answers: Readonly<Record<string, Answer>> = {}) {
  const calls = answerFetch({
    'GET /api/user': viewed,
    'GET /api/sites': [],
    'GET /api/sites?shared=true': [],
    'GET /api/migrations': [],
    ...answers,
  });
  const left: string[] = [];
  const restore = watchLeaving((place) => left.push(place));
  const page = openPage(path);
  await screen.findByRole('heading', { level: 1, name: heading });
  return { ...page, calls, left, restore };
}

describe('viewing as a dealer', () => {
  let restore = () => {};
  afterEach(() => {
    restore();
    cleanup();
    vi.unstubAllGlobals();
  });

  // Proves S5-view-1
  it.each([
    ['/dealer-dashboard', 'Welcome, Dana Miller'],
    ['/settings', 'User Settings'],
    ['/no-such-page', 'Page Not Found'],
  ])('shows a banner on %s', async (path, heading) => {
    const page = await open(path, heading);
    restore = page.restore;
    const banner = await screen.findByRole('region', { name: 'Viewing as a dealer' });
    expect(banner.textContent).toContain(
      'You are viewing as Northgate Security (northgate). Nothing can be changed.',
    );
  });

  it('shows no banner to a dealer', async () => {
    restore = (await open('/dealer-dashboard', 'Welcome, Dana Miller', { 'GET /api/user': dealer })).restore;
    await screen.findByText('No active sites found. Create a new site to get started.');
    expect(screen.queryByRole('region', { name: 'Viewing as a dealer' })).toBeNull();
  });

  it("stops once, and reloads at the dealer's record", async () => {
    const page = await open('/dealer-dashboard', 'Welcome, Dana Miller', {
      'DELETE /api/view-as': { id: dealer.id },
    });
    restore = page.restore;
    await page.user.click(await screen.findByRole('button', { name: 'Stop viewing' }));
    await waitFor(() => expect(page.left).toEqual([`/admin-dashboard/users/${dealer.id}/show`]));
    await page.user.click(screen.getByRole('button', { name: 'Stopping...' }));
    expect(page.calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  });

  it('shows why it did not stop, and can be retried', async () => {
    const page = await open('/dealer-dashboard', 'Welcome, Dana Miller', {
      'DELETE /api/view-as': () => json({ error: 'Please try again in a moment.' }, 503),
    });
    restore = page.restore;
    await page.user.click(await screen.findByRole('button', { name: 'Stop viewing' }));
    expect(await screen.findByText('Please try again in a moment.')).toBeTruthy();
    expect(page.left).toEqual([]);
    expect(screen.getByRole('button', { name: 'Stop viewing' })).toBeTruthy();
  });
});
