import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { request } from '../http/http.ts';
import { makeQueryClient } from '../http/queryClient.ts';
import { hands } from '../testing/hands.ts';
import { dealer } from '../testing/people.ts';
import { answerFetch, json } from '../testing/server.ts';
import { PortalTheme } from '../theme/PortalTheme.tsx';
import { StepUpHost } from './StepUpHost.tsx';

const needed = () => {
  const text = 'Please confirm your password first.';
  return json({ error: text, message: text, code: 'step_up_required' }, 403);
};

/** A page whose user has this second factor, and the API's calls. */
function open(second_factor: 'on' | 'off') {
  let steppedUp = false;
  const calls = answerFetch({
    'GET /api/user': { ...dealer, second_factor },
    'PATCH /api/admin/users/u1': () => (steppedUp ? json({ id: 'u1' }) : needed()),
    'POST /api/step-up': async () => {
      const { body } = calls.at(-1) as { body: { currentPassword: string } };
      if (body.currentPassword !== 'secret-1') {
        const message = 'Current password is incorrect';
        return json({ error: message, errors: [{ path: 'currentPassword', message }] }, 422);
      }
      steppedUp = true;
      return json({});
    },
  });
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  const router = createMemoryRouter([{ path: '/', element: <StepUpHost /> }]);
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <PortalTheme>
        <RouterProvider router={router} />
      </PortalTheme>
    </QueryClientProvider>,
  );
  return { calls, user: hands() };
}

const change = () => request('PATCH', '/api/admin/users/u1', { is_admin: true });
const sent = (calls: readonly { readonly method: string; readonly path: string }[]) =>
  calls.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);

// Proves I35-12
describe('a change that needs a step-up', () => {
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });

  it('asks for the password, says what is wrong, and is sent again with it', async () => {
    const { calls, user } = open('off');
    const changed = change();
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm it is you' }));
    const password = dialog.getByLabelText(/^Your password/);
    expect(document.activeElement).toBe(password);
    expect(dialog.queryByLabelText(/^Code/)).toBeNull();
    await user.type(password, 'wrong-1');
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(await dialog.findByText('Current password is incorrect')).toBeTruthy();
    await user.clear(password);
    await user.type(password, 'secret-1');
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(await changed).toEqual({ id: 'u1' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const step = 'POST /api/step-up';
    expect(sent(calls)).toEqual(['PATCH /api/admin/users/u1', step, step, 'PATCH /api/admin/users/u1']);
  });

  // Proves I35-37-forms
  it('tells password managers whose password it asks for', async () => {
    const { user } = open('off');
    const changed = change().catch((error: unknown) => error);
    const dialog = await screen.findByRole('dialog');
    await waitFor(() =>
      expect(dialog.querySelector('form [autocomplete=username]')).toMatchObject({
        value: dealer.username,
        hidden: true,
      }),
    );
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await changed;
  });

  it('asks for a code too where a second factor is on', async () => {
    const { calls, user } = open('on');
    const changed = change();
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText(/^Your password/), 'secret-1');
    await user.type(await dialog.findByLabelText(/^Code/), '123456');
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    await changed;
    expect(calls.find(({ path }) => path === '/api/step-up')?.body).toEqual({
      currentPassword: 'secret-1',
      code: '123456',
    });
  });

  it('is refused where the user cancels', async () => {
    const { calls, user } = open('off');
    const changed = change().catch((error: unknown) => error);
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(await changed).toMatchObject({ status: 403, userText: 'Please confirm your password first.' });
    expect(sent(calls)).toEqual(['PATCH /api/admin/users/u1']);
  });
});
