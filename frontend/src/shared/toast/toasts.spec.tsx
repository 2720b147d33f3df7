import { act, cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import ToastViewport from './ToastViewport.tsx';
import { dismissToast, showCarriedToast, toast, toastAfterNavigation, useToast } from './toasts.ts';

const shown = () => screen.queryAllByTestId('toast').map((card) => card.textContent);
const theToast = () => screen.getByTestId('toast');
const viewport = () => screen.getByRole('region', { name: 'Notifications (F8)' });

// jsdom has no pointer capture
Object.assign(Element.prototype, { setPointerCapture: () => {}, hasPointerCapture: () => false });

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
    fireEvent.pointerMove(theToast());
    act(() => vi.advanceTimersByTime(60_000));
    expect(shown()).toHaveLength(1);
    fireEvent.pointerLeave(viewport());
    act(() => vi.advanceTimersByTime(1_999));
    expect(shown()).toHaveLength(1);
    act(() => vi.advanceTimersByTime(1));
    expect(shown()).toHaveLength(0);
  });

  // Proves S1-4-toasts-4
  it('are dismissed by a swipe to the right of more than 50 px, not by less and not to the left', () => {
    act(() => toast({ title: 'Saved' }));
    swipe(100, 150);
    swipe(100, 20);
    expect(shown()).toHaveLength(1);
    swipe(100, 151);
    expect(shown()).toHaveLength(0);
  });

  // Proves S1-4-toasts-5
  it('focus their viewport on F8', () => {
    fireEvent.keyDown(document, { key: 'F8', code: 'F8' });
    expect(viewport().contains(document.activeElement)).toBe(true);
  });

  it('are announced politely, destructive ones at once', () => {
    const announced = (urgency: string) => {
      act(() => vi.advanceTimersByTime(100));
      const said = document.querySelector(`[role=status][aria-live=${urgency}]`)?.textContent;
      act(() => vi.advanceTimersByTime(1_000));
      return said;
    };
    act(() => toast({ title: 'Saved' }));
    expect(announced('polite')).toBe('Notification Saved');
    act(() => toast({ title: 'Login failed', variant: 'destructive' }));
    expect(announced('assertive')).toBe('Notification Login failed');
  });

  it('close in time after one was closed by the pointer', () => {
    act(() => toast({ title: 'One' }));
    fireEvent.pointerMove(theToast());
    fireEvent.click(screen.getByLabelText('Close notification'));
    act(() => toast({ title: 'Two' }));
    act(() => vi.advanceTimersByTime(5_000));
    expect(shown()).toHaveLength(0);
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
