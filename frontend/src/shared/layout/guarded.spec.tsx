import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openPage } from '../testing/openPage.tsx';
import { dealer } from '../testing/people.ts';
import { answerFetch, json } from '../testing/server.ts';

it.each([
  [
    'a fault',
    () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
    'Something went wrong on our side. Please try again.',
  ],
  [
    'no network',
    () => Promise.reject(new TypeError('Failed to fetch')),
    'Please check your connection and try again.',
  ],
])(
  'a page whose user can’t be read names the cause, here %s, and can be tried again',
  async (_, fail, text) => {
    let works = false;
    answerFetch({ 'GET /api/user': () => (works ? json(dealer) : fail()) });
    const { user } = openPage('/settings');
    expect(await screen.findByText(text)).toBeTruthy();
    works = true;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'User Settings' })).toBeTruthy();
  },
);
