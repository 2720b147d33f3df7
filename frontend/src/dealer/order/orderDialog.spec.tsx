import { act, cleanup, render, renderHook, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type StepStatus, usePaymentFlow } from '../payment/paymentFlow.ts';
import OrderDialog from './OrderDialog.tsx';
import type { PlaceOrderFlow } from './usePlaceOrder.ts';

function open(paying: StepStatus, creating: StepStatus) {
  const steps = [
    { label: 'Processing Payment', status: paying },
    { label: 'Creating Site', status: creating },
  ];
  const flow = { stage: { name: 'creating' }, order: { price: { totalCents: 0 } }, steps };
  // as much of an order as its steps need
  render(<OrderDialog flow={flow as unknown as PlaceOrderFlow} />);
}

/** What each step shows and says: a drawing of its own for each state, a turning one while it is under way. */
const shown = () =>
  screen.getAllByRole('listitem').map((item) => ({
    text: item.textContent,
    drawing: item.querySelector('path')?.getAttribute('d') ?? null,
    turns: item.querySelector('[role=progressbar]') !== null,
  }));

describe('the dialog of an order', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });

  // Proves S1-2-progress-1
  it('closes 1500 ms after the last step, not before, and then calls back', async () => {
    const called: string[] = [];
    const pay = async () => ({ type: 'paid', paid: { intentId: null } }) as const;
    const { result } = renderHook(() => usePaymentFlow({ act: pay, leave: () => called.push('left') }));
    await act(async () => result.current.send({ type: 'begun', savedCard: true }));
    expect(result.current.flow.stage.name).toBe('done');
    act(() => vi.advanceTimersByTime(1_499));
    expect(called).toEqual([]);
    act(() => vi.advanceTimersByTime(1));
    expect(called).toEqual(['left']);
  });

  // Proves S1-2-progress-1, I35-28
  it.each([
    ['says so while a step is under way', 'loading', 'Processing your request...'],
    ['does not say so while it waits for the user to pay', 'pending', ''],
  ] as const)('%s', (_, paying, text) => {
    open(paying, 'pending');
    expect(screen.getByRole('status').textContent).toBe(text);
  });

  // Proves S1-2-progress-1
  it('shows each state by icon and text', () => {
    open('loading', 'pending');
    const [loading, pending] = shown();
    expect([loading?.text, loading?.turns]).toEqual(['Processing Payment, in progress', true]);
    expect([pending?.text, pending?.turns]).toEqual(['Creating Site, waiting', false]);
    cleanup();
    open('success', 'error');
    const [success, error] = shown();
    expect([success?.text, error?.text]).toEqual(['Processing Payment, done', 'Creating Site, failed']);
    const drawings = [pending, success, error].map((step) => step?.drawing);
    expect(new Set(drawings).size).toBe(3);
    expect(drawings).not.toContain(null);
  });
});
