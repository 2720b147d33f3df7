import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { dismissToast } from '../toast/toasts.ts';
import { quickenPage } from './quickerPage.ts';
import { markSignedOut } from './server.ts';

// The pages are drawn whole, which takes long on a busy machine. Whether something is hidden is the browser specs' to prove.
configure({ asyncUtilTimeout: 30_000, defaultHidden: true });
const hasPage = typeof window !== 'undefined';
if (hasPage) quickenPage();

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
