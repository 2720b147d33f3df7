import { act, fireEvent } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel, type UserEvent } from '@testing-library/user-event';

/** A person's hands, without what a browser does between two keys: a text without `{keys}` is there at once. */
export function hands(): UserEvent {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never });
  const type: UserEvent['type'] = async (element, text, options) => {
    const isText = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
    // a field that takes no text, or not all of it, is for the keys to find out
    const takesIt = isText && !element.disabled && !element.readOnly && element.maxLength < 0;
    if (!takesIt || options !== undefined || /[{[]/.test(text)) return user.type(element, text, options);
    act(() => element.focus());
    fireEvent.change(element, { target: { value: element.value + text } });
  };
  const clear: UserEvent['clear'] = async (element) => {
    const field = element as HTMLInputElement;
    if (field.disabled || field.readOnly) return user.clear(element);
    act(() => field.focus());
    fireEvent.change(field, { target: { value: '' } });
  };
  return { ...user, type, clear };
}
