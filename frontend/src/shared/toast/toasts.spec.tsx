import { act, cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ToastViewport } from './ToastViewport.tsx';
import { dismissToast, showCarriedToast, toast, toastAfterNavigation, useToast } from './toasts.ts';

const shown = () => screen.queryAllByTestId('toast').map((card) => card.textContent);
const theToast = () => screen.getByTestId('toast');

function swipe(from: number, to: number): void {
  fireEvent.pointerDown(theToast(), { clientX: from, pointerId: 1 });
  fireEvent.pointerMove(theToast(), { clientX: to, pointerId: 1 });
  fireEvent.pointerUp(theToast(), { clientX: to, pointerId: 1 });
}

describe('toasts', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    render(<ToastViewport />);
  });
  afterEach(() => {
    act(() => vi.runAllTimers());
    cleanup();
    vi.useRealTimers();
  });

  // Proves S1-4-toasts-1
  it('show one at a time: a new one replaces the previous', () => {
    act(() => toast({ title: 'First' }));
    act(() => toast({ title: 'Second', description: 'More' }));
    expect(shown()).toEqual(['SecondMore']);
  });

  // Proves S1-4-toasts-3
  it('disappear after 5000 ms, not before', () => {
    act(() => toast({ title: 'Saved' }));
    act(() => vi.advanceTimersByTime(4_999));
    expect(shown()).toHaveLength(1);
    act(() => vi.advanceTimersByTime(1));
    expect(shown()).toHaveLength(0);
  });

  it('stay while the pointer is over them', () => {
    act(() => toast({ title: 'Saved' }));
    act(() => vi.advanceTimersByTime(3_000));
    fireEvent.pointerEnter(theToast());
    act(() => vi.advanceTimersByTime(60_000));
    expect(shown()).toHaveLength(1);
    fireEvent.pointerLeave(theToast());
    act(() => vi.advanceTimersByTime(1_999));
    expect(shown()).toHaveLength(1);
    act(() => vi.advanceTimersByTime(1));
    expect(shown()).toHaveLength(0);
  });

  // Proves S1-4-toasts-4
  it('are dismissed by a swipe to the right of 50 px, not of 49 and not to the left', () => {
    act(() => toast({ title: 'Saved' }));
    swipe(100, 149);
    swipe(100, 20);
    expect(shown()).toHaveLength(1);
    swipe(100, 150);
    expect(shown()).toHaveLength(0);
  });

  // Proves S1-4-toasts-5
  it('focus their viewport on F8', () => {
    fireEvent.keyDown(document, { key: 'F8' });
    expect(document.activeElement).toBe(screen.getByLabelText('Notifications (F8)'));
  });

  it('are announced politely, destructive ones at once', () => {
    act(() => toast({ title: 'Saved' }));
    expect(screen.getByRole('status').textContent).toBe('Saved');
    expect(screen.getByRole('alert').textContent).toBe('');
    act(() => toast({ title: 'Login failed', variant: 'destructive' }));
    expect(screen.getByRole('status').textContent).toBe('');
    expect(screen.getByRole('alert').textContent).toBe('Login failed');
  });

  it('close by button and Escape', () => {
    act(() => toast({ title: 'One' }));
    fireEvent.click(screen.getByLabelText('Close notification'));
    expect(shown()).toHaveLength(0);
    act(() => toast({ title: 'Two' }));
    fireEvent.keyDown(screen.getByLabelText('Close notification'), { key: 'Escape' });
    expect(shown()).toHaveLength(0);
  });

  it('are not closed by the dismissal of an earlier one', () => {
    act(() => toast({ title: 'One' }));
    act(() => toast({ title: 'Two' }));
    act(() => dismissToast(1));
    expect(shown()).toEqual(['Two']);
  });

  // Proves S1-4-toasts-2
  it('are removed 1,000,000 ms after they were dismissed', () => {
    const { result } = renderHook(() => useToast());
    act(() => toast({ title: 'Saved' }));
    act(() => vi.advanceTimersByTime(5_000));
    act(() => vi.advanceTimersByTime(999_999));
    expect(result.current).toMatchObject({ title: 'Saved', open: false });
    act(() => vi.advanceTimersByTime(1));
    expect(result.current).toBeNull();
  });

  it('survive a full navigation, once', () => {
    toastAfterNavigation({ title: 'Logged out' });
    act(() => showCarriedToast());
    expect(shown()).toEqual(['Logged out']);
    act(() => vi.advanceTimersByTime(5_000));
    act(() => showCarriedToast());
    expect(shown()).toHaveLength(0);
  });
});
