import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { openPage } from '../../shared/testing/openPage.tsx';
import { dealer } from '../../shared/testing/people.ts';
import { answerFetch } from '../../shared/testing/server.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

// Proves I35-37-forms
it('tells password managers whose password the form changes', async () => {
  answerFetch({
    'GET /api/user': dealer,
    'GET /api/second-factor': { state: 'off', recovery_codes_left: 0 },
  });
  vi.stubGlobal(
    'EventSource',
    class {
      close() {}
    },
  );
  openPage('/settings?tab=password');
  const form = await screen.findByRole('form', { name: 'Change password' });
  expect(form.querySelector('[autocomplete=username]')).toMatchObject({
    value: dealer.username,
    hidden: true,
  });
});
