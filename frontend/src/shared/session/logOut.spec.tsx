import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openPage } from '../testing/openPage.tsx';
import { dealer } from '../testing/people.ts';
import { type Answer, answerFetch, json } from '../testing/server.ts';

// Proves S1-8-session-4
it.each<[string, Answer, string]>([
  [
    'a proxy’s page',
    () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
    'Something went wrong on our side. Please try again.',
  ],
  ['the server’s text', () => json({ error: 'Not now.' }, 503), 'Not now.'],
  [
    'no answer',
    () => Promise.reject(new TypeError('Failed to fetch')),
    'Please check your connection and try again.',
  ],
])('Logout that failed with %s shows why', async (_, answer, text) => {
  answerFetch({ 'GET /api/user': dealer, 'POST /api/logout': answer });
  const { user } = openPage('/settings');
  const [logOut] = await screen.findAllByRole('button', { name: 'Logout' });
  await user.click(logOut as HTMLElement);
  expect(await screen.findByText('Logout failed')).toBeTruthy();
  expect(screen.getByText(text)).toBeTruthy();
});
