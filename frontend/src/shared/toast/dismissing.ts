import { type CSSProperties, type PointerEvent, useEffect, useRef, useState } from 'react';

/** Calls `dismiss` once after `ms`, not counting paused time. */
export function useAutoDismiss(ms: number, paused: boolean, dismiss: () => void): void {
  const left = useRef(ms);
  const onEnd = useRef(dismiss);
  useEffect(() => {
    onEnd.current = dismiss;
  });
  useEffect(() => {
    if (paused) return;
    const since = Date.now();
    const timer = setTimeout(() => onEnd.current(), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= Date.now() - since;
    };
  }, [paused]);
}

/** A longer swipe dismisses (S1-4-toasts). */
const SWIPE_PX = 50;

/** Pointer handlers and style for dismissing by a swipe to the right. */
export function useSwipeRight(onSwiped: () => void) {
  const [from, setFrom] = useState<number | null>(null);
  const [moved, setMoved] = useState(0);
  const settle = () => {
    setFrom(null);
    setMoved(0);
  };
  const style: CSSProperties = {
    transform: moved > 0 ? `translateX(${moved}px)` : undefined,
    transition: from === null ? 'transform 150ms ease-out' : 'none',
    touchAction: 'pan-y',
  };
  return {
    style,
    onPointerDown: (event: PointerEvent) => {
      // capturing the pointer would swallow the click of the close button
      if (event.target instanceof Element && event.target.closest('button')) return;
      event.currentTarget.setPointerCapture?.(event.pointerId);
      setFrom(event.clientX);
    },
    onPointerMove: (event: PointerEvent) => from !== null && setMoved(Math.max(0, event.clientX - from)),
    onPointerUp: (event: PointerEvent) => {
      const swiped = from !== null && event.clientX - from >= SWIPE_PX;
      settle();
      if (swiped) onSwiped();
    },
    onPointerCancel: settle,
  };
}
