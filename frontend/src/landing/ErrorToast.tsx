import { useEffect, useRef } from 'react';
import { useAutoDismiss, useSwipeRight } from '../shared/toast/dismissing.ts';

/** S1-4-toasts. */
const DURATION_MS = 5_000;

interface ErrorToastProps {
  readonly title: string;
  readonly description: string;
  readonly onClose: () => void;
}

/** The landing page's toast: behaves like the portal's toasts, without MUI. */
export function ErrorToast(props: ErrorToastProps) {
  const region = useRef<HTMLElement>(null);
  useAutoDismiss(DURATION_MS, false, props.onClose);
  const swipe = useSwipeRight(props.onClose);

  useEffect(() => {
    const focusOnF8 = (event: KeyboardEvent) => {
      if (event.key === 'F8') region.current?.focus();
    };
    document.addEventListener('keydown', focusOnF8);
    return () => document.removeEventListener('keydown', focusOnF8);
  }, []);

  return (
    <section ref={region} className="toast" aria-label="Notifications (F8)" tabIndex={-1} {...swipe}>
      <div role="alert">
        <strong>{props.title}</strong>
        <p>{props.description}</p>
      </div>
      <button type="button" aria-label="Close notification" onClick={props.onClose}>
        ×
      </button>
    </section>
  );
}
