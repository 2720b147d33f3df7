import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ProgressDialog } from './ProgressDialog.tsx';
import { type Progress, stepsOf } from './steps.ts';

const LABELS = ['Processing Payment', 'Creating Site'];

function open(at: number, status: Progress['status'] = 'loading', autoClose = true) {
  const called: string[] = [];
  const steps = stepsOf({ labels: LABELS, at, status });
  render(
    <ProgressDialog
      open
      steps={steps}
      autoClose={autoClose}
      onClose={() => called.push('closed')}
      onComplete={() => called.push('completed')}
    />,
  );
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
    const called = open(LABELS.length);
    act(() => vi.advanceTimersByTime(1_499));
    expect(called).toEqual([]);
    act(() => vi.advanceTimersByTime(1));
    expect(called).toEqual(['closed', 'completed']);
  });

  it.each([
    ['while a step is under way', 1, 'loading', true],
    ['where a step failed', 1, 'error', true],
    ['where it is not to close by itself', LABELS.length, 'loading', false],
  ] as const)('stays %s', (_, at, status, autoClose) => {
    const called = open(at, status, autoClose);
    act(() => vi.advanceTimersByTime(60_000));
    expect(called).toEqual([]);
  });

  // Proves S1-2-progress-1
  it('draws each state in its own way, and says it', () => {
    open(0);
    const [loading, pending] = shown();
    expect([loading?.text, loading?.turns]).toEqual(['Processing Payment, in progress', true]);
    expect([pending?.text, pending?.turns]).toEqual(['Creating Site, waiting', false]);
    cleanup();
    open(1, 'error');
    const [success, error] = shown();
    expect([success?.text, error?.text]).toEqual(['Processing Payment, done', 'Creating Site, failed']);
    const drawings = [pending, success, error].map((step) => step?.drawing);
    expect(new Set(drawings).size).toBe(3);
    expect(drawings).not.toContain(null);
  });
});
