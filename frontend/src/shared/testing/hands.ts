import { act, fireEvent } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel, type UserEvent } from '@testing-library/user-event';

/** A person's hands, without what a browser does between two keys: a text without `{keys}` is there at once. */
export function hands(): UserEvent {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never });
  const type: UserEvent['type'] = async (element, text, options) => {
    const isText = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
    if (!isText || options !== undefined || /[{[]/.test(text)) return user.type(element, text, options);
    act(() => element.focus());
    fireEvent.change(element, { target: { value: element.value + text } });
  };
  const clear: UserEvent['clear'] = async (element) => {
    act(() => (element as HTMLElement).focus());
    fireEvent.change(element, { target: { value: '' } });
  };
  return { ...user, type, clear };
}
