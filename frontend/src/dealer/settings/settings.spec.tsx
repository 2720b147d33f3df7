import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, describe, expect, it } from 'vitest';
import { makeQueryClient } from '../../shared/http/queryClient.ts';
import { userKey } from '../../shared/session/session.ts';
import SettingsPage from './SettingsPage.tsx';

describe('/settings without a session', () => {
  afterEach(cleanup);

  it('says so and offers the way to log in', () => {
    const client = makeQueryClient();
    client.setQueryData(userKey, null);
    render(
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <SettingsPage />
        </MemoryRouter>
      </QueryClientProvider>,
    );
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('User Settings');
    expect(screen.getByText('You need to be logged in to access this page.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/login');
    expect(screen.queryByRole('tab')).toBeNull();
  });
});
