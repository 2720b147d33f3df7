import '../shared/theme/print.css';
import type { FirstData } from '@portal/contract';
import { type DehydratedState, hydrate } from '@tanstack/react-query';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { takeCarriedPage } from '../shared/http/askedPage.ts';
import { queryClient } from '../shared/http/queryClient.ts';
import { prefetchUser, watchRestored } from '../shared/session/session.ts';
import { currentColorMode } from '../shared/theme/PortalTheme.tsx';
import { showCarriedToast } from '../shared/toast/toasts.ts';
import { App } from './App.tsx';
import { makeRouter } from './routes.tsx';

/** Keeps the mouse wheel from stepping a focused number input, which people turn to scroll the page. */
function keepWheelFromNumbers(): void {
  const leave = ({ target }: WheelEvent) => {
    const isNumber = target instanceof HTMLInputElement && target.type === 'number';
    // browsers step only the input that has the focus
    if (isNumber && document.activeElement === target) target.blur();
  };
  document.addEventListener('wheel', leave, { passive: true, capture: true });
}

const root = document.getElementById('root');
if (!root) throw new Error('No #root');

/** What the server sent along with its first view of this page; null where it sent the page alone. */
const first: FirstData | null = JSON.parse(document.getElementById('first-data')?.textContent ?? 'null');
if (first !== null) hydrate(queryClient, first.state as DehydratedState);
prefetchUser(queryClient);
showCarriedToast();
takeCarriedPage();
watchRestored(queryClient);
keepWheelFromNumbers();

const router = makeRouter();
const app = <App client={queryClient} router={router} />;
// the server knows neither of another mode nor of the location's state
if (first?.mode === currentColorMode() && router.state.location.state === null) hydrateRoot(root, app);
else createRoot(root).render(app);
