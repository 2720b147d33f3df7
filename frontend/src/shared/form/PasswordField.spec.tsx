import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FormProvider } from 'react-hook-form';
import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import { Field } from './Field.tsx';
import { useZodForm } from './Form.tsx';
import { EASY_TO_GUESS, PasswordField } from './PasswordField.tsx';

afterEach(cleanup);

const schema = z.object({
  username: z.string(),
  current: z.string(),
  password: z.string().min(6, 'Too short'),
  confirmPassword: z.string(),
});
const EMPTY = { username: '', current: '', password: '', confirmPassword: '' };

function NewPassword() {
  const form = useZodForm(schema, EMPTY);
  return (
    <FormProvider {...form}>
      <Field name="username" label="Username" />
      <PasswordField name="current" label="Old one" autoComplete="current-password" />
      <PasswordField
        name="password"
        label="Password"
        autoComplete="new-password"
        hint="At least 6 characters"
      />
      <PasswordField name="confirmPassword" label="Once more" autoComplete="new-password" />
    </FormProvider>
  );
}

const input = (name: keyof typeof EMPTY) => screen.getByLabelText(/./, { selector: `#${name}` });

/** Bounds for a machine that runs other tests beside. */
const SLOW = { timeout: 10_000 };

// Proves I8-passwords
it('shows a hint, not an error, for a new password that is easy to guess, until it is better', async () => {
  render(<NewPassword />);
  await userEvent.type(input('username'), 'northgate');
  await userEvent.type(input('password'), 'northgate1');
  await screen.findByText(EASY_TO_GUESS, {}, SLOW);
  expect(input('password').getAttribute('aria-invalid')).not.toBe('true');
  await userEvent.type(input('password'), ' closes at nine');
  await waitFor(() => expect(screen.queryByText(EASY_TO_GUESS)).toBeNull(), SLOW);
  expect(screen.getByText('At least 6 characters')).toBeTruthy();
});

// Proves I35-22
it('promises nothing of a common password, which the server refuses', async () => {
  render(<NewPassword />);
  await userEvent.type(input('password'), 'password');
  const hint = await screen.findByText(/^Easy to guess/, {}, SLOW);
  expect(hint.textContent).not.toMatch(/may|keep|accept/);
});

it('shows no hint for the current password and the confirmation', async () => {
  render(<NewPassword />);
  for (const name of ['current', 'confirmPassword', 'password'] as const)
    await userEvent.type(input(name), 'secret');
  await screen.findByText(EASY_TO_GUESS, {}, SLOW);
  expect(screen.getAllByText(EASY_TO_GUESS)).toHaveLength(1);
});

// Proves I35-22d
it('hides what is typed, shows it on request, and takes what a password manager pastes or fills in', async () => {
  render(<NewPassword />);
  const password = input('password');
  expect([password.getAttribute('type'), password.getAttribute('autocomplete')]).toEqual([
    'password',
    'new-password',
  ]);
  await userEvent.click(password);
  await userEvent.paste('k3Zp-vv19-lighthouse');
  expect(password).toHaveProperty('value', 'k3Zp-vv19-lighthouse');
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
  expect(password.getAttribute('type')).toBe('text');
});
