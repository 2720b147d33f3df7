import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aDetail, anInvoice, aSummary } from '../../dealer/invoices/testing/records.ts';
import { watchLeaving } from '../http/leaving.ts';
import { openPage } from '../testing/openPage.tsx';
import { ORDER_ANSWERS } from '../testing/orderAnswers.ts';
import { dealer } from '../testing/people.ts';
import { type Answer, answerFetch, json } from '../testing/server.ts';
import { dismissToast } from '../toast/toasts.ts';

const BACK = /Your session ended before this was sent\. Your entries are here again/;
const ended = () => json({ error: 'Please log in.' }, 401);
const other = { ...dealer, id: 'u2', username: 'second' };
type Answers = Readonly<Record<string, Answer>>;

const left: string[] = [];
let endWatch = () => {};
beforeEach(() => {
  left.length = 0;
  endWatch = watchLeaving((path) => left.push(path));
});
afterEach(() => endWatch());

const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: RegExp, text: string) => fireEvent.change(field(label), { target: { value: text } });

/** The page is loaded, by the signed-in user of `answers`. */
async function load(path: string, heading: string, answers: Answers = {}) {
  // a full navigation ends what the page before remembered
  endWatch();
  endWatch = watchLeaving((place) => left.push(place));
  const calls = answerFetch({ ...ORDER_ANSWERS, ...answers });
  const page = openPage(path);
  await screen.findByRole('heading', { level: 1, name: heading });
  return { ...page, calls };
}

/** /new-site, filled in. */
async function openFilled(answers: Answers = {}) {
  const page = await load('/new-site', 'New Site Setup', { 'POST /api/sites': ended, ...answers });
  await screen.findByText('$6.50');
  type(/^Site name/, 'Harbor View');
  type(/^Address/, '2 Harbor Road');
  type(/^City/, 'Staten Island');
  await page.user.selectOptions(screen.getByLabelText(/^State/), 'NY');
  type(/^ZIP/, '10311');
  type(/^Notes/, 'Ring first');
  const send = () => page.user.click(screen.getByRole('button', { name: 'Create Site' }));
  return { ...page, send };
}

/** A new site was filled in and sent after the session had ended. */
async function sendTooLate(): Promise<void> {
  const { send } = await openFilled();
  await send();
  await waitFor(() => expect(left).toContain('/auth'));
}

const newSite = async (answers: Answers = {}) => {
  const page = await load('/new-site', 'New Site Setup', answers);
  await screen.findByText('$6.50');
  return page;
};
const expectBlank = () => {
  expect(field(/^Site name/).value).toBe('');
  expect(screen.queryByText(BACK)).toBeNull();
};

// Proves I35-37-kept
describe('a form whose session ended', () => {
  it('is there again after signing in, once, and asks before it is left', async () => {
    await sendTooLate();
    await newSite();
    expect(await screen.findByText(BACK)).toBeTruthy();
    expect(
      [/^Site name/, /^Address/, /^City/, /^State/, /^ZIP/, /^Notes/].map((one) => field(one).value),
    ).toEqual(['Harbor View', '2 Harbor Road', 'Staten Island', 'NY', '10311', 'Ring first']);
    await waitFor(() => {
      const closing = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(closing);
      expect(closing.defaultPrevented).toBe(true);
    });
    await newSite();
    expectBlank();
  });

  it('is there again where the page found out by itself', async () => {
    let user: unknown = dealer;
    const answers = {
      'GET /api/user': () => (user === null ? ended() : json(user)),
      'POST /api/login': () => {
        user = dealer;
        return json(dealer);
      },
    };
    const page = await openFilled(answers);
    user = null;
    const source = FakeEvents.open.at(-1);
    act(() => source?.onerror?.());
    await waitFor(() => expect(page.place()).toBe('/login'));
    await page.user.type(await screen.findByLabelText(/^Username/), 'northgate');
    await page.user.type(screen.getByLabelText(/^Password/), 'secret1');
    await page.user.click(screen.getByRole('button', { name: 'Login' }));
    await waitFor(() => expect(page.place()).toBe('/new-site'));
    expect(await screen.findByText(BACK)).toBeTruthy();
    expect(field(/^Site name/).value).toBe('Harbor View');
  });

  it('is shown to nobody else, and is gone then', async () => {
    await sendTooLate();
    await newSite({ 'GET /api/user': other });
    expectBlank();
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('Harbor View');
    await newSite();
    expectBlank();
  });

  it('is gone once somebody else has opened any page', async () => {
    await sendTooLate();
    await load('/settings', 'User Settings', { 'GET /api/user': other });
    await waitFor(() => expect(JSON.stringify({ ...sessionStorage })).not.toContain('Harbor View'));
  });

  it('is gone after Logout, in this tab or another one', async () => {
    await sendTooLate();
    const page = await load('/settings', 'User Settings', { 'POST /api/logout': { success: true } });
    const [logOut] = await screen.findAllByRole('button', { name: 'Logout' });
    await page.user.click(logOut as HTMLElement);
    await waitFor(() => expect(left).toContain('/login'));
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('Harbor View');
    await newSite();
    expectBlank();
  });

  it('is not kept where another tab logged out', async () => {
    const { send } = await openFilled();
    // what Logout leaves for other tabs
    localStorage.setItem('portal-logged-out', String(Date.now()));
    await send();
    await waitFor(() => expect(left).toContain('/auth'));
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('Harbor View');
  });

  it('is gone after a day', async () => {
    await sendTooLate();
    const now = Date.now();
    vi.spyOn(Date, 'now').mockReturnValue(now + 24 * 3_600_000 + 1);
    await newSite();
    expectBlank();
  });

  it('is blank where the order went through', async () => {
    await sendTooLate();
    const order = { id: 'o1', status: 'fulfilled', entries: [{ id: 's1', name: 'Harbor View' }] };
    const key = Object.keys(sessionStorage).find((name) => name.startsWith('order of u1')) ?? '';
    const id = sessionStorage.getItem(key);
    await newSite({
      [`GET /api/orders/${id}`]: {
        order_number: 'ORD-1',
        account_id: 'a1',
        user_id: 'u1',
        kind: 'site',
        items: [],
        total_amount: 0,
        refunded_amount: 0,
        taken_back_amount: 0,
        refundable_amount: 0,
        dispute: null,
        test_mode: false,
        placed_on: '2026-11-21',
        paid_on: null,
        card: null,
        created_at: '2026-11-21T10:00:00.000Z',
        ...order,
        entries: [{ id: 's1', name: 'Harbor View', amount: 0, outcome: 'created' }],
      },
    });
    expect(await screen.findByText('Order received')).toBeTruthy();
    await waitFor(expectBlank);
  });

  it('works without browser storage', async () => {
    const refused = () => {
      throw new DOMException('Denied', 'SecurityError');
    };
    vi.stubGlobal('sessionStorage', { getItem: refused, setItem: refused, removeItem: refused });
    await sendTooLate();
    await newSite();
    expectBlank();
  });

  it('comes back as a migration request, which ends the session itself', async () => {
    const page = await load('/site-migration', 'Site Migration', {
      'POST /api/migrations': ended,
      'POST /api/logout': { success: true },
    });
    await screen.findByText('$6.50');
    for (const [label, text] of [
      [/^Site name/, 'Old Mill'],
      [/^Address/, '3 Mill Lane'],
      [/^City/, 'Albany'],
      [/^ZIP/, '12207'],
      [/^System 7 site ID/, 'S7-1'],
    ] as const)
      type(label, text);
    await page.user.selectOptions(screen.getByLabelText(/^State/), 'NY');
    await page.user.click(screen.getByRole('button', { name: 'Create Migration Request' }));
    await waitFor(() => expect(left).toContain('/auth'));
    expect(sessionStorage.getItem('portal-asked-page')).toBe('/');
    await load('/site-migration', 'Site Migration');
    expect(await screen.findByText(BACK)).toBeTruthy();
    expect(field(/^System 7 site ID/).value).toBe('S7-1');
  });

  it('comes back as a profile, but not what was saved before', async () => {
    let works = true;
    const answers = {
      'PATCH /api/users/u1': () => (works ? json(dealer) : ended()),
    };
    const open = () => load('/settings', 'User Settings', answers);
    const page = await open();
    await screen.findByLabelText(/^City/);
    type(/^City/, 'Troy');
    const save = () => page.user.click(screen.getByRole('button', { name: 'Save Changes' }));
    await save();
    expect(await screen.findByText('Profile Updated')).toBeTruthy();
    works = false;
    type(/^Address/, '9 New Street');
    await save();
    await waitFor(() => expect(left).toContain('/auth'));
    await open();
    expect(await screen.findByText(BACK)).toBeTruthy();
    expect([field(/^Address/).value, field(/^City/).value]).toEqual(['9 New Street', 'Albany']);
  });

  it('is not there where all of it was changed meanwhile, which the note says', async () => {
    const open = (user = dealer) =>
      load('/settings', 'User Settings', { 'GET /api/user': user, 'PATCH /api/users/u1': ended });
    const page = await open();
    await screen.findByLabelText(/^City/);
    type(/^City/, 'Troy');
    await page.user.click(screen.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(left).toContain('/auth'));
    await open({ ...dealer, city: 'Utica' });
    const note = await screen.findByText(/^Your session ended before this was sent\./);
    expect(note.textContent).toBe(
      'Your session ended before this was sent. Left out, as changed meanwhile: City.',
    );
    expect(field(/^City/).value).toBe('Utica');
  });

  it('comes back as a question in its dialog, which a toast names', async () => {
    const ID = 'a1_2026-12_1';
    const answers = {
      [`GET /api/invoices/${ID}`]: aDetail(),
      'GET /api/invoices': [anInvoice()],
      'GET /api/billing-summary': aSummary(),
      'GET /api/orders': [],
      'GET /api/disputes': [],
      [`POST /api/invoices/${ID}/questions`]: ended,
    };
    const open = () => load(`/invoicing/${ID}`, 'Invoice INV-202612-0001', answers);
    const ask = async (user: Awaited<ReturnType<typeof open>>['user']) => {
      await user.click(await screen.findByRole('button', { name: 'Question this charge' }));
      return within(await screen.findByRole('dialog', { name: 'Question this charge' }));
    };
    const { user } = await open();
    const dialog = await ask(user);
    await user.type(dialog.getByRole('textbox', { name: /What would you like/ }), 'Is this site ours?');
    await user.click(dialog.getByRole('button', { name: 'Send question' }));
    await waitFor(() => expect(left).toContain('/auth'));
    dismissToast();

    const again = await open();
    expect(await screen.findByText('Your entries were kept')).toBeTruthy();
    expect(screen.getByText('Open “Question this charge” again to continue.')).toBeTruthy();
    const reopened = await ask(again.user);
    expect(await reopened.findByText(BACK)).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('Your entries were kept')).toBeNull());
    expect(reopened.getByRole('textbox', { name: /What would you like/ })).toHaveProperty(
      'value',
      'Is this site ours?',
    );
  });
});

/** Stands in for the browser's EventSource. */
class FakeEvents {
  static readonly CLOSED = 2;
  static open: FakeEvents[] = [];
  readonly readyState = FakeEvents.CLOSED;
  onmessage = null;
  onopen = null;
  onerror: (() => void) | null = null;
  constructor() {
    FakeEvents.open.push(this);
  }
  close(): void {}
}
beforeEach(() => void vi.stubGlobal('EventSource', FakeEvents));
