import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { dismissToast } from '../toast/toasts.ts';
import { markSignedOut } from './server.ts';

// The pages are drawn whole, which takes long on a busy machine. Whether something is hidden is the browser specs' to
// prove: jsdom would match each element against each rule of the theme, which takes most of a test's time.
configure({ asyncUtilTimeout: 30_000, defaultHidden: true });
const hasPage = typeof window !== 'undefined';
if (hasPage) window.getComputedStyle = (element) => (element as HTMLElement).style;

// The spec files share modules, and the tests of one a document: each test leaves both as it found them.
afterEach(() => {
  if (hasPage) cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  if (!hasPage) return;
  dismissToast();
  localStorage.clear();
  sessionStorage.clear();
  markSignedOut();
});
