import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { carryPage } from '../../shared/http/askedPage.ts';
import { openPage } from '../../shared/testing/openPage.tsx';
import { dealer } from '../../shared/testing/people.ts';
import { answerFetch, json } from '../../shared/testing/server.ts';
import { toast } from '../../shared/toast/toasts.ts';

const username = () => screen.getByLabelText(/^Username/);
const password = () => screen.getByLabelText(/^Password/);

/** The portal with this answer to a login; whoever logs in is then the user. */
async function open(login: () => Response, path = '/login') {
  let user: unknown = null;
  const calls = answerFetch({
    'GET /api/user': () => (user === null ? json({ error: 'No session' }, 401) : json(user)),
    'POST /api/login': async () => {
      const response = login();
      if (response.ok) user = await response.clone().json();
      return response;
    },
    'GET /api/sites': [],
    'GET /api/migrations': [],
  });
  const page = openPage(path);
  await waitFor(username);
  const submit = async (name: string, secret: string) => {
    await page.user.click(username());
    if (name) await page.user.paste(name);
    await page.user.click(password());
    if (secret) await page.user.paste(secret);
    await page.user.click(screen.getByRole('button', { name: 'Login' }));
  };
  return { ...page, calls, submit };
}

describe('/login', () => {
  afterEach(() => {
    cleanup();
    vi.restoreAllMocks();
    history.replaceState(null, '', '/');
    vi.unstubAllGlobals();
  });

  it('has its title, subtitle and links, and no footer', async () => {
    await open(() => json(dealer));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Dealer Login');
    expect(screen.getByText('Welcome to the hosted services')).toBeTruthy();
    const target = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(target('Forgot your password?')).toBe('/reset-password');
    expect(target('Register as a dealer')).toBe('/register');
    expect(screen.queryByRole('contentinfo')).toBeNull();
    expect(document.title).toContain('Dealer Login');
  });

  // Proves S2-2-settings-5
  it('shows the reason only to a visitor redirected from a page that needs a session', async () => {
    const { place } = await open(() => json(dealer), '/settings');
    expect(place()).toBe('/login');
    expect(screen.getByText('You need to be logged in to access this page.')).toBeTruthy();
    await open(() => json(dealer));
    expect(screen.queryByText('You need to be logged in to access this page.')).toBeNull();
  });

  // Proves B51
  it.each([
    ['/settings?tab=notifications', dealer, '/settings?tab=notifications'],
    ['/sites/s1#history', dealer, '/sites/s1'],
    ['/admin-dashboard/users', dealer, '/dealer-dashboard'],
    ['/settings', { ...dealer, is_approved: false, dealer_id: null }, '/dealer-approval-pending'],
  ])('after asking for %s opens it if it is ours and the user may', async (asked, who, opened) => {
    const { submit, place, query } = await open(() => json(who), asked);
    await submit('northgate', 'secret1');
    await waitFor(() => expect(place() + query()).toBe(opened));
  });

  // Proves B51
  it('opens the page whose session ended, and of others nothing', async () => {
    for (const [kept, opened] of [
      ['/settings?tab=password', '/settings'],
      ['https://evil.example/settings', '/dealer-dashboard'],
      ['/\\evil.example/settings', '/dealer-dashboard'],
    ] as const) {
      sessionStorage.setItem('portal-asked-page', kept);
      const { submit, place } = await open(() => json(dealer), '/auth?tab=login');
      await submit('northgate', 'secret1');
      await waitFor(() => expect(place()).toBe(opened));
      expect(sessionStorage.getItem('portal-asked-page')).toBeNull();
    }
  });

  // Proves I35-37-reads
  it('does not open a page again that ends as soon as a slow sign-in has led back to it', async () => {
    sessionStorage.setItem('portal-asked-page', '/settings');
    const { submit, place } = await open(() => json(dealer), '/auth?tab=login');
    const now = Date.now();
    vi.spyOn(Date, 'now').mockReturnValue(now + 2 * 60_000);
    await submit('northgate', 'secret1');
    await waitFor(() => expect(place()).toBe('/settings'));
    history.replaceState(null, '', '/settings');
    carryPage();
    expect(sessionStorage.getItem('portal-asked-page')).toBeNull();
  });

  it('requires both fields', async () => {
    const { submit, calls } = await open(() => json(dealer));
    await submit('', '');
    expect(await screen.findByText('Username is required')).toBeTruthy();
    expect(screen.getByText('Password is required')).toBeTruthy();
    expect(document.activeElement).toBe(username());
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
  });

  it('welcomes and opens the dashboard after 100 ms, reloading the user', async () => {
    const { submit, place, calls } = await open(() => json(dealer));
    await submit('northgate', 'secret1');
    expect(await screen.findByText('Login Successful')).toBeTruthy();
    expect(screen.getByText('Welcome back!')).toBeTruthy();
    expect(place()).toBe('/login');
    await waitFor(() => expect(place()).toBe('/dealer-dashboard'));
    await waitFor(() => expect(calls.filter(({ path }) => path === '/api/user')).toHaveLength(2));
    expect(await screen.findByText('Welcome, Dana Miller')).toBeTruthy();
    expect(screen.getByText('Dealer ID: KS0001')).toBeTruthy();
  });

  // Proves S1-2-guards-3
  it('sends an unapproved dealer to the pending page', async () => {
    const { submit, place } = await open(() => json({ ...dealer, is_approved: false, dealer_id: null }));
    await submit('northgate', 'secret1');
    await waitFor(() => expect(place()).toBe('/dealer-approval-pending'));
  });

  // Proves S1-8-session-1
  it('reports a wrong password, not an expired session', async () => {
    const { submit, place } = await open(() => json({ error: 'whatever the server says' }, 401));
    await submit('northgate', 'wrong-1');
    expect(await screen.findByText('Invalid username or password')).toBeTruthy();
    expect(screen.getByText('Login failed')).toBeTruthy();
    await act(() => new Promise((done) => setTimeout(done, 200)));
    expect(place()).toBe('/login');
    expect(screen.queryByText(/expired/)).toBeNull();
  });

  // Proves S1-8-session-2
  it('shows other refusals with the server’s message', async () => {
    const { submit } = await open(() => json({ error: 'Too many attempts. Please wait.' }, 429));
    await submit('northgate', 'secret1');
    expect(await screen.findByText('Too many attempts. Please wait.')).toBeTruthy();
  });
});

describe('the second step', () => {
  const ENTER = 'Enter the code from your authenticator app';
  const WRONG = 'That code is not right. Please enter a new one.';
  const asks = (message: string) =>
    json({ error: message, message, errors: [{ path: 'code', message }] }, 401);
  const code = () => screen.getByLabelText(/^Code/);

  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });

  it.each(['/login', '/auth?tab=login'])(
    'asks at %s for a focused code, and resends everything with it',
    async (path) => {
      const answers = [() => asks(ENTER), () => asks(WRONG), () => json(dealer)];
      const { submit, user, calls, place } = await open(
        () => (answers.shift() ?? (() => json({}, 500)))(),
        path,
      );
      act(() => toast({ title: 'The toast from before' }));
      await submit('northgate', 'secret1');
      await screen.findByRole('form', { name: 'Two-step verification' });
      expect(document.activeElement).toBe(code());
      expect(code().getAttribute('autocomplete')).toBe('one-time-code');
      expect(screen.getByTestId('toast').textContent).toContain('The toast from before');
      expect(screen.queryByLabelText(/^Password/)).toBeNull();

      await user.click(screen.getByRole('button', { name: 'Verify' }));
      expect(await screen.findByText(ENTER)).toBeTruthy();
      expect(screen.getByText('1 field needs a correction.')).toBeTruthy();
      await user.paste('123456');
      await user.click(screen.getByRole('button', { name: 'Verify' }));
      expect(await screen.findByText(WRONG)).toBeTruthy();
      expect(document.activeElement).toBe(code());
      expect(code()).toHaveProperty('value', '');
      await user.paste('abcde-fghjk');
      await user.click(screen.getByRole('button', { name: 'Verify' }));
      expect(await screen.findByText('Login Successful')).toBeTruthy();
      await waitFor(() => expect(place()).toBe('/dealer-dashboard'));
      const first = { username: 'northgate', password: 'secret1' };
      expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
        first,
        { ...first, code: '123456' },
        { ...first, code: 'abcde-fghjk' },
      ]);
    },
  );

  it('leads back to another account, and shows when there were too many tries', async () => {
    const answers = [
      () => asks(ENTER),
      () => json({ error: 'Too many failed attempts. Please try again later.' }, 429),
    ];
    const { submit, user } = await open(() => (answers.shift() ?? (() => json({}, 500)))());
    await submit('northgate', 'secret1');
    await screen.findByRole('form', { name: 'Two-step verification' });
    await user.paste('123456');
    await user.click(screen.getByRole('button', { name: 'Verify' }));
    expect(await screen.findByText('Too many failed attempts. Please try again later.')).toBeTruthy();
    expect(code()).toHaveProperty('value', '123456');
    await user.click(screen.getByRole('button', { name: 'Use another account' }));
    await waitFor(username);
  });
});

describe('/auth', () => {
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });

  // Proves S1-5-login-2
  it('requires 3 characters of name and 6 of password', async () => {
    const { submit, calls } = await open(() => json(dealer), '/auth?tab=login');
    await submit('ab', '12345');
    expect(await screen.findByText('Username must be at least 3 characters')).toBeTruthy();
    expect(screen.getByText('Password must be at least 6 characters')).toBeTruthy();
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
  });

  it('opens the tab of its address and moves with the arrow keys', async () => {
    const { user } = await open(() => json(dealer), '/auth?tab=login');
    const selected = () => screen.getByRole('tab', { selected: true }).textContent;
    expect(selected()).toBe('Login');
    await user.click(screen.getByRole('tab', { name: 'Register' }));
    expect(await screen.findByRole('button', { name: 'Create Account' })).toBeTruthy();
    expect(selected()).toBe('Register');
    await user.click(screen.getByRole('tab', { name: 'Reset Password' }));
    expect(await screen.findByRole('button', { name: 'Send reset link' })).toBeTruthy();
  });
});
