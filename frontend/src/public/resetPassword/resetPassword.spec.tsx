import { MISSING_RESET_TOKEN, paths } from '@portal/contract';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openPage } from '../../shared/testing/openPage.tsx';
import { type Answer, answerFetch, json } from '../../shared/testing/server.ts';

/** The page of a mailed link, with these answers to the check of the link and to the new password. */
function open(link: Answer, reset: Answer = { message: 'Done' }) {
  const calls = answerFetch({
    'GET /api/user': () => json({ error: 'No session' }, 401),
    [`POST ${paths.resetLink}`]: link,
    [`POST ${paths.resetPassword}`]: reset,
  });
  return { ...openPage('/reset-password?token=mailed'), calls };
}

// Proves I35-37-forms
it('tells password managers whose password the form sets', async () => {
  open({ usable: true, username: 'northgate' });
  await form();
  const field = document.querySelector('form [autocomplete=username]');
  expect(field).toHaveProperty('value', 'northgate');
  expect(field).toHaveProperty('hidden', true);
});

const noNetwork = () => Promise.reject(new TypeError('Failed to fetch'));
const form = () => screen.findByRole('button', { name: 'Set new password' });

async function setPassword({ user }: ReturnType<typeof open>) {
  await user.type(screen.getByLabelText(/^New password/), 'secret-2');
  await user.type(screen.getByLabelText(/^Confirm password/), 'secret-2');
  await user.click(screen.getByRole('button', { name: 'Set new password' }));
}

async function seeDeadLink() {
  expect(await screen.findByText(MISSING_RESET_TOKEN)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Send reset link' })).toBeTruthy();
  expect(screen.queryByLabelText(/^New password/)).toBeNull();
}

describe('/reset-password with a token', () => {
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });

  // Proves S1-2-reset-5
  it('shows at once that the link is invalid, with the form for another', async () => {
    const { calls } = open({ usable: false });
    await seeDeadLink();
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ token: 'mailed' });
  });

  it('shows the form for a link that can be used', async () => {
    const page = open({ usable: true });
    await form();
    expect(screen.queryByText(MISSING_RESET_TOKEN)).toBeNull();
    await setPassword(page);
    expect(await screen.findByText('Password reset successful')).toBeTruthy();
  });

  it.each<[string, Answer]>([
    ['no network', noNetwork],
    ['too many requests', () => json({ error: 'Too many requests. Please try again later.' }, 429)],
  ])('shows the form if the check fails: %s', async (_name, link) => {
    const page = open(link);
    await form();
    await setPassword(page);
    expect(await screen.findByText('Password reset successful')).toBeTruthy();
  });

  // Proves S1-2-reset-5
  it('shows the same if the link became invalid before the password was sent', async () => {
    const page = open({ usable: true }, () =>
      json({ error: MISSING_RESET_TOKEN, errors: [{ path: 'token', message: MISSING_RESET_TOKEN }] }, 422),
    );
    await form();
    await setPassword(page);
    await seeDeadLink();
  });
});
