/** Keeps the mouse wheel from stepping a focused number input, which people turn to scroll the page. */
export function keepWheelFromNumbers(): void {
  const leave = ({ target }: WheelEvent) => {
    const isNumber = target instanceof HTMLInputElement && target.type === 'number';
    // browsers step only the input that has the focus
    if (isNumber && document.activeElement === target) target.blur();
  };
  document.addEventListener('wheel', leave, { passive: true, capture: true });
}
