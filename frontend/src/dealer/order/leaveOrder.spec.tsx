import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { watchLeaving } from '../../shared/http/leaving.ts';
import { openPage } from '../../shared/testing/openPage.tsx';
import { ORDER_ANSWERS } from '../../shared/testing/orderAnswers.ts';
import { fetchOrderCode } from '../../shared/testing/orderCode.ts';
import { answerFetch, json } from '../../shared/testing/server.ts';

const NAME = { '/new-site': /^Site name/, '/site-migration': /^Site name/ } as const;

async function open(path: keyof typeof NAME) {
  const calls = answerFetch({
    ...ORDER_ANSWERS,
    'POST /api/logout': {},
    'POST /api/sites': () => json({ error: 'The site was refused.' }, 422),
  });
  const page = openPage(path);
  await screen.findByText('$6.50');
  const type = (text: string) =>
    fireEvent.change(screen.getByLabelText(NAME[path]), { target: { value: text } });
  const leave = () => {
    const menu = screen.getByRole('navigation', { name: 'Main' });
    return page.user.click(within(menu).getByRole('link', { name: 'Settings' }));
  };
  const answer = async (name: string) =>
    page.user.click(within(await question()).getByRole('button', { name }));
  return { ...page, calls, type, leave, answer };
}

const question = () => screen.findByRole('dialog', { name: 'Discard your changes?' });

/** Whether the browser would ask before it closes the tab. */
function asksOnClose(): boolean {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}

beforeAll(async () => {
  await Promise.all([fetchOrderCode(), import('../../shared/ui/ConfirmDialog.tsx')]);
}, 120_000);

describe('an unfinished order', () => {
  // Proves S5-dealer-10
  it.each(['/new-site', '/site-migration'] as const)('%s asks before it is left', async (path) => {
    const { type, leave, answer, place } = await open(path);
    type('Harbor View');
    expect(asksOnClose()).toBe(true);
    await leave();
    await answer('Keep editing');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(place()).toBe(path);
    expect(screen.getByDisplayValue('Harbor View')).toBeTruthy();
    await leave();
    await answer('Discard');
    await waitFor(() => expect(place()).toBe('/settings'));
    await waitFor(() => expect(asksOnClose()).toBe(false));
  });

  // Proves S5-dealer-10
  it('asks before a sign-out', async () => {
    const { user, type, answer, calls } = await open('/new-site');
    const left: string[] = [];
    const restore = watchLeaving((place) => left.push(place));
    const signOuts = () => calls.filter(({ path }) => path === '/api/logout').length;
    const signOut = () => {
      const menu = screen.getByRole('navigation', { name: 'Main' });
      return user.click(within(menu).getByRole('button', { name: 'Logout' }));
    };
    type('Harbor View');
    await signOut();
    await answer('Keep editing');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByDisplayValue('Harbor View')).toBeTruthy();
    expect(signOuts()).toBe(0);
    await signOut();
    await answer('Discard');
    await waitFor(() => expect(left).toEqual(['/login']));
    expect(signOuts()).toBe(1);
    restore();
  });

  it.each(['/new-site', '/site-migration'] as const)(
    '%s is left at once where nothing was entered, or nothing is left of it',
    async (path) => {
      const { type, leave, place } = await open(path);
      type('Harbor View');
      type('');
      expect(asksOnClose()).toBe(false);
      await leave();
      await waitFor(() => expect(place()).toBe('/settings'));
    },
  );

  it('is not asked about when the portal itself opens another page, as after a sign-out', async () => {
    const { leaveFor } = await import('../../shared/http/leaving.ts');
    const { type } = await open('/new-site');
    type('Harbor View');
    const restore = watchLeaving(() => undefined);
    leaveFor('/login');
    expect(asksOnClose()).toBe(false);
    restore();
    expect(asksOnClose()).toBe(true);
  });

  it('asks again after its creation was refused', async () => {
    const { user, type, leave } = await open('/new-site');
    type('Harbor View');
    for (const [label, text] of [
      [/^Address/, '2 Harbor Road'],
      [/^City/, 'Staten Island'],
      [/^ZIP/, '10311'],
    ] as const)
      fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
    await user.selectOptions(screen.getByLabelText(/^State/), 'NY');
    await user.click(screen.getByRole('button', { name: 'Create Site' }));
    expect(await screen.findByText('An error occurred during the process.')).toBeTruthy();
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }));
    await leave();
    await question();
  });
});
