import { createRoot, hydrateRoot } from 'react-dom/client';
import { keepWheelFromNumbers } from '../shared/form/keepWheelFromNumbers.ts';
import { takeCarriedPage } from '../shared/http/askedPage.ts';
import { isLeaving } from '../shared/http/leaving.ts';
import { queryClient } from '../shared/http/queryClient.ts';
import { watchRestored } from '../shared/session/restored.ts';
import { prefetchUser } from '../shared/session/session.ts';
import { currentColorMode } from '../shared/theme/colorMode.ts';
import { showCarriedToast } from '../shared/toast/toasts.ts';
import { App } from './App.tsx';
import { fillCache, firstData } from './firstView.ts';
import { makeRouter } from './routes.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('No #root');

const first = firstData();
if (first !== null) fillCache(queryClient, first.answers);
prefetchUser(queryClient);
showCarriedToast();
takeCarriedPage();
watchRestored(queryClient);
keepWheelFromNumbers();

/**
 * Enables the controls of a first view: before, a press or an entry would be lost. Then reads everything again: events tell of
 * changes only since the app runs.
 */
function endFirstView(): void {
  root?.closest('fieldset')?.removeAttribute('disabled');
  if (first !== null && !isLeaving()) void queryClient.invalidateQueries();
}

/** Beyond that the app is shown while it still loads. */
const LONGEST_MS = 10_000;
const LOOK_EVERY_MS = 50;
const LOADING = '[role=progressbar], .MuiSkeleton-root';

/** Has the app, which draws unseen, replace a first view once it shows what the view does. */
function replaceView(view: HTMLElement, page: HTMLElement): void {
  const started = performance.now();
  const timer = setInterval(() => {
    const loads = queryClient.isFetching() > 0 || !page.querySelector('h1') || page.querySelector(LOADING);
    if (loads && performance.now() - started < LONGEST_MS) return;
    clearInterval(timer);
    view.closest('fieldset')?.remove();
    page.removeAttribute('style');
  }, LOOK_EVERY_MS);
}

const view = document.getElementById('first-view');
if (view !== null) replaceView(view, root);

const takesOver = first?.mode === currentColorMode();
const app = (
  <App client={queryClient} router={makeRouter()} takesOver={takesOver} onComplete={endFirstView} />
);
if (takesOver) {
  hydrateRoot(root, app);
} else {
  // also in place of a first view in the other mode
  createRoot(root).render(app);
}
