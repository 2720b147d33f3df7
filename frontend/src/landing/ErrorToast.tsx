import { type PointerEvent, useEffect, useRef } from 'react';

/** How long a toast stays, and how far to the right a swipe dismisses it (spec 1, section 4, Notifications). */
const DURATION_MS = 5_000;
const SWIPE_PX = 50;

/** The landing page's one toast: the portal's toasts live with MUI, which this page does without. */
export function ErrorToast(props: {
  readonly title: string;
  readonly description: string;
  readonly onClose: () => void;
}) {
  const { onClose } = props;
  const region = useRef<HTMLElement>(null);
  const swipeFrom = useRef<number | null>(null);

  useEffect(() => {
    const timer = setTimeout(onClose, DURATION_MS);
    const focusOnF8 = (event: KeyboardEvent) => {
      if (event.key === 'F8') region.current?.focus();
    };
    document.addEventListener('keydown', focusOnF8);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('keydown', focusOnF8);
    };
  }, [onClose]);

  const release = (event: PointerEvent) => {
    if (swipeFrom.current !== null && event.clientX - swipeFrom.current >= SWIPE_PX) onClose();
    swipeFrom.current = null;
  };

  return (
    <section ref={region} className="toast" aria-label="Notifications (F8)" tabIndex={-1}>
      <div
        role="alert"
        onPointerDown={(event) => {
          swipeFrom.current = event.clientX;
        }}
        onPointerUp={release}
      >
        <strong>{props.title}</strong>
        <p>{props.description}</p>
      </div>
      <button type="button" aria-label="Close notification" onClick={onClose}>
        ×
      </button>
    </section>
  );
}
