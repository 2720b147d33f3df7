import type { Order } from '@portal/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { lazy } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openPage } from '../../shared/testing/openPage.tsx';
import { ORDER_ANSWERS } from '../../shared/testing/orderAnswers.ts';
import { type Answer, answerFetch, json } from '../../shared/testing/server.ts';
import * as dashboard from '../dashboard/DashboardPage.tsx';
import { endOrder, openOrder, orderOf } from './order.ts';

/** The dashboard is on its way until the answered function is called. */
function holdDashboard(): () => void {
  let arrive = () => {};
  const here = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const Held = lazy(async () => {
    await here;
    return { default: () => <h1>Dashboard</h1> };
  });
  vi.spyOn(dashboard, 'default').mockImplementation(() => <Held />);
  return () => arrive();
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const FORM = 'u1 Creating Site';
const fulfilled = (id: string, status: Order['status'] = 'fulfilled'): Order => ({
  id,
  order_number: 'ORD-1',
  account_id: 'a1',
  user_id: 'u1',
  kind: 'site',
  status,
  items: [],
  entries: [{ id: 's1', name: 'Harbor View', amount: 0, outcome: 'created' }],
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
});

/** /new-site, filled in; it costs nothing. `first`: what is looked for before a toast goes. */
async function open(answers: Readonly<Record<string, Answer>> = {}, first = async () => {}) {
  const calls = answerFetch({
    ...ORDER_ANSWERS,
    'POST /api/sites': () => json({ id: 's1' }, 201),
    ...answers,
  });
  const page = openPage('/new-site');
  await first();
  await screen.findByText('$6.50');
  const type = (label: RegExp, text: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
  type(/^Site name/, 'Harbor View');
  type(/^Address/, '2 Harbor Road');
  type(/^City/, 'Staten Island');
  await page.user.selectOptions(screen.getByLabelText(/^State/), 'NY');
  type(/^ZIP/, '10311');
  const button = () => screen.getByRole('button', { name: /Create Site$|^Processing/ });
  const closeDialog = async () =>
    page.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Close' }));
  const orders = () =>
    calls
      .filter(({ method, path }) => method === 'POST' && path === '/api/sites')
      .map(({ body }) => (body as { orderId: string }).orderId);
  return { ...page, type, button, closeDialog, orders, press: () => page.user.click(button()) };
}

beforeAll(async () => {
  await Promise.all([import('../newSite/NewSitePage.tsx'), import('./OrderDialog.tsx')]);
}, 120_000);

describe('the order of a form', () => {
  // another spec file may have left it
  beforeEach(() => endOrder(FORM));
  afterEach(() => endOrder(FORM));

  it('is the same until it is completed', () => {
    const id = orderOf(FORM);
    expect(id).toMatch(UUID);
    expect([orderOf(FORM), openOrder(FORM), sessionStorage.getItem(`order of ${FORM}`)]).toEqual([
      id,
      id,
      id,
    ]);
    expect(orderOf('u2 Creating Site')).not.toBe(id);
    endOrder(FORM);
    expect(openOrder(FORM)).toBeNull();
    expect(orderOf(FORM)).not.toBe(id);
    endOrder('u2 Creating Site');
  });

  it('is known without browser storage', () => {
    const broken = () => {
      throw new DOMException('Denied', 'SecurityError');
    };
    vi.stubGlobal('sessionStorage', { getItem: broken, setItem: broken, removeItem: broken });
    const id = orderOf(FORM);
    expect([id, orderOf(FORM)]).toEqual([expect.stringMatching(UUID), id]);
    endOrder(FORM);
    expect(openOrder(FORM)).toBeNull();
  });

  // Proves S1-4-payment-3a
  it('is the same when resent, changed or not, while its outcome is unknown', async () => {
    let works = false;
    const { press, orders, type, closeDialog } = await open({
      'POST /api/sites': () => {
        if (!works) throw new TypeError('Failed to fetch');
        return json({ id: 's1' }, 201);
      },
    });
    await press();
    await closeDialog();
    type(/^Notes/, 'Ring first');
    await press();
    await closeDialog();
    works = true;
    await press();
    expect(await screen.findByText('All steps completed successfully!')).toBeTruthy();
    const [first] = orders();
    expect(first).toMatch(UUID);
    expect(orders()).toEqual([first, first, first]);
    expect(openOrder(FORM)).toBeNull();
  });

  it('is the same when the page was reloaded before the order', async () => {
    const id = orderOf(FORM);
    const { press, orders } = await open();
    await press();
    expect(await screen.findByText('All steps completed successfully!')).toBeTruthy();
    expect(orders()).toEqual([id]);
  });

  // Proves S1-4-payment-3a
  it('is completed, and shown as such, if it succeeded before a reload', async () => {
    const id = orderOf(FORM);
    const told = async () => {
      expect(await screen.findByText('Order received')).toBeTruthy();
      expect(screen.getByText('Harbor View was already ordered. See the dashboard.')).toBeTruthy();
    };
    const { press, orders } = await open({ [`GET /api/orders/${id}`]: fulfilled(id) }, told);
    expect(orders()).toEqual([]);
    await press();
    await waitFor(() => expect(orders()).toHaveLength(1));
    expect(orders()).not.toContain(id);
  });

  it('is not sent before the server answered whether it was already placed', async () => {
    const id = orderOf(FORM);
    let tell = () => {};
    const asked = new Promise<void>((resolve) => {
      tell = resolve;
    });
    const { press, orders } = await open({
      [`GET /api/orders/${id}`]: async () => {
        await asked;
        return json(fulfilled(id));
      },
    });
    await press();
    await press();
    tell();
    expect(await screen.findByText('Order received')).toBeTruthy();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Create Site' })).toBeTruthy());
    expect(orders()).toEqual([]);
  });

  it('is completed if the server reports it as placed, and the page is left', async () => {
    const id = orderOf(FORM);
    let made = false;
    const message = 'This form was already ordered as Harbor View. Please open a new form to order more.';
    const { press, closeDialog, place } = await open({
      'POST /api/sites': () => {
        made = true;
        return json({ error: message }, 409);
      },
      [`GET /api/orders/${id}`]: () => (made ? json(fulfilled(id)) : json({ error: 'Order not found' }, 404)),
    });
    await press();
    expect(await screen.findAllByText(message)).toHaveLength(2);
    await closeDialog();
    await waitFor(() => expect(place()).toBe('/dealer-dashboard'));
    expect(openOrder(FORM)).toBeNull();
  });

  // Proves S1-4-payment-3a
  it("can't be sent again while the dashboard opens", async () => {
    const arrive = holdDashboard();
    const { press, button, orders, place } = await open();
    await press();
    expect(await screen.findByText('All steps completed successfully!')).toBeTruthy();
    await waitFor(() => expect(place()).toBe('/dealer-dashboard'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(button().textContent).toBe('Processing...');
    expect(button().getAttribute('aria-disabled')).toBe('true');
    await press();
    fireEvent.submit(screen.getByRole('form', { name: 'New site' }));
    arrive();
    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeTruthy();
    expect(orders()).toHaveLength(1);
  });
});
