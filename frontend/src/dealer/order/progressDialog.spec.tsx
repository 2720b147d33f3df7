import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ProgressDialog } from './ProgressDialog.tsx';
import type { StepStatus } from './StepList.tsx';

function open(paying: StepStatus, creating: StepStatus) {
  const called: string[] = [];
  const steps = [
    { label: 'Processing Payment', status: paying },
    { label: 'Creating Site', status: creating },
  ];
  render(<ProgressDialog steps={steps} onClose={() => called.push('closed')} />);
  return called;
}

/** What each step shows and says: a drawing of its own for each state, a turning one while it is under way. */
const shown = () =>
  screen.getAllByRole('listitem').map((item) => ({
    text: item.textContent,
    drawing: item.querySelector('path')?.getAttribute('d') ?? null,
    turns: item.querySelector('[role=progressbar]') !== null,
  }));

describe('the progress dialog', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });

  // Proves S1-2-progress-1
  it('closes 1500 ms after the last step, not before, and then calls back', () => {
    const called = open('success', 'success');
    act(() => vi.advanceTimersByTime(1_499));
    expect(called).toEqual([]);
    act(() => vi.advanceTimersByTime(1));
    expect(called).toEqual(['closed']);
  });

  it.each([
    ['while a step is under way', 'loading'],
    ['where a step failed', 'error'],
  ] as const)('stays %s', (_, creating) => {
    const called = open('success', creating);
    act(() => vi.advanceTimersByTime(60_000));
    expect(called).toEqual([]);
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
