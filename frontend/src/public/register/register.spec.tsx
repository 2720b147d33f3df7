import { AGREEMENT_VERSION } from '@portal/contract';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openPage } from '../../shared/testing/openPage.tsx';
import { dealer } from '../../shared/testing/people.ts';
import { type Answer, answerFetch, json } from '../../shared/testing/server.ts';
import { clauses } from './agreement.ts';

const waiting = { ...dealer, is_approved: false, dealer_id: null };
const typed = {
  'Full name': 'Dana Miller',
  Company: 'Northgate Security',
  Email: 'dana@northgate.example',
  Phone: '212 555 0100',
  Address: '1 Dock Street',
  City: 'Albany',
  State: 'NY',
  'ZIP code': '12207',
  Username: 'northgate',
  Password: 'secret1',
  'Confirm password': 'secret1',
};

const inputOf = (label: string) => screen.getByLabelText(new RegExp(`^${label}\\s*\\*?$`));

async function fillIn(user: UserEvent, changes: Readonly<Record<string, string>> = {}): Promise<void> {
  for (const [label, text] of Object.entries({ ...typed, ...changes })) {
    fireEvent.change(inputOf(label), { target: { value: text } });
  }
  await user.click(screen.getByLabelText('I have read and agree to the dealer agreement'));
}

async function open(register: Answer) {
  let user: unknown = null;
  const calls = answerFetch({
    'GET /api/user': () => (user === null ? json({ error: 'No session' }, 401) : json(user)),
    'POST /api/register': async (call: never) => {
      const response: Response = await (register as (call: never) => Response)(call);
      if (response.ok) user = waiting;
      return response;
    },
  });
  const page = openPage('/register');
  await screen.findByRole('heading', { level: 1, name: 'Dealer Registration' });
  return { ...page, calls };
}

const submit = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Create Account' }));

describe('/register', () => {
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });

  // Proves S1-2-register-2, S1-2-register-3, S1-2-register-4, S1-2-register-5, S1-2-register-6
  // Proves S1-2-register-7
  it('has its sections, the agreement with 26 clauses and its four facts, and no footer', async () => {
    await open(() => json(waiting, 201));
    for (const name of ['Your Information', 'Account Details', 'Terms & Conditions'])
      expect(screen.getByRole('heading', { level: 2, name })).toBeTruthy();
    const agreement = screen.getByRole('region', { name: 'Dealer agreement' });
    expect(within(agreement).getAllByRole('listitem')).toHaveLength(26);
    expect(Object.keys(clauses)).toHaveLength(26);
    const text = agreement.textContent ?? '';
    expect(text).toContain('limited to $250 or 3 times the monthly payments, whichever is greater');
    expect(text).toContain('with 30 days’ notice');
    expect(text).toContain('has 30 days from written notice to cure it');
    expect(text).toContain('State of New York, whose courts decide disputes');
    expect(text).toContain(`Version ${AGREEMENT_VERSION}`);
    expect(agreement.tabIndex).toBe(0);
    expect(screen.queryByRole('contentinfo')).toBeNull();
    expect(screen.getByRole('link', { name: /log in/i }).getAttribute('href')).toBe('/login');
  });

  // Proves S1-5-register-1, S1-5-register-2, S1-5-register-3, S1-5-register-4, S1-5-register-5
  // Proves S1-5-register-6, S1-5-register-7, S1-5-register-8, S1-5-register-9, X-15
  it('shows all errors of an empty form, sends nothing, and focuses the first', async () => {
    const { user, calls } = await open(() => json(waiting, 201));
    await submit(user);
    for (const message of [
      'Name must be at least 2 characters',
      'Company must be at least 2 characters',
      'Must provide a valid email address',
      'Phone number must be at least 10 characters',
      'Address is required',
      'City is required',
      'State is required',
      'ZIP code is required',
      'Username must be at least 3 characters',
      'Password must be at least 6 characters',
      'You must agree to the terms and conditions',
    ])
      expect(await screen.findByText(message), message).toBeTruthy();
    expect(document.activeElement).toBe(inputOf('Full name'));
    expect(inputOf('Full name').getAttribute('aria-invalid')).toBe('true');
    const description = document.getElementById(inputOf('Full name').getAttribute('aria-describedby') ?? '');
    expect(description?.textContent).toBe('Name must be at least 2 characters');
    expect(screen.getByText('11 fields need a correction.').closest('[role=alert]')).toBeTruthy();
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  // Proves S1-5-register-11
  it("shows a different confirmation as its field's error", async () => {
    const { user, calls } = await open(() => json(waiting, 201));
    await fillIn(user, { 'Confirm password': 'secret2' });
    await submit(user);
    expect(await screen.findByText('Passwords do not match')).toBeTruthy();
    expect(inputOf('Confirm password').getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(inputOf('Confirm password'));
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  // Proves S1-2-register-11, S1-3-3
  it('sends the registration without the confirmation and waits on the pending page', async () => {
    const { user, calls, place } = await open(() => json(waiting, 201));
    await fillIn(user);
    await submit(user);
    await waitFor(() => expect(place()).toBe('/dealer-approval-pending'));
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
      name: 'Dana Miller',
      company: 'Northgate Security',
      email: 'dana@northgate.example',
      phone: '212 555 0100',
      address: '1 Dock Street',
      city: 'Albany',
      state: 'NY',
      zip: '12207',
      experience: '',
      username: 'northgate',
      password: 'secret1',
      agreeToTerms: true,
    });
    expect(await screen.findByText('Registration Successful')).toBeTruthy();
    expect(screen.getByText('Your account has been created.')).toBeTruthy();
    expect(await screen.findByRole('heading', { level: 1, name: 'Account Pending Approval' })).toBeTruthy();
  });

  it('shows Creating Account while it runs and ignores a second click', async () => {
    let answer = (_: Response) => {};
    const { user, calls } = await open(() => new Promise<Response>((resolve) => (answer = resolve)));
    await fillIn(user);
    await submit(user);
    await user.click(await screen.findByRole('button', { name: 'Creating Account' }));
    expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
    answer(json(waiting, 201));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Creating Account' })).toBeNull());
  });

  it('shows the server’s refusal in a toast and at its field', async () => {
    const errors = [{ path: 'username', message: 'Username already exists' }];
    const { user, place } = await open(() => json({ error: 'Username already exists', errors }, 409));
    await fillIn(user);
    await submit(user);
    await waitFor(() => expect(screen.getByText('Registration failed')).toBeTruthy());
    expect(screen.getAllByText('Username already exists')).toHaveLength(2);
    expect(document.activeElement).toBe(inputOf('Username'));
    expect(place()).toBe('/register');
  });

  // Proves S1-8-session-3
  it('shows after a fault that it was none of the connection', async () => {
    const { user } = await open(() => new Response('<h1>Bad gateway</h1>', { status: 502 }));
    await fillIn(user);
    await submit(user);
    expect(await screen.findByText('Registration failed')).toBeTruthy();
    expect(screen.getByText('Something went wrong on our side. Please try again.')).toBeTruthy();
  });
});
