import { useEffect } from 'react';
import { useNotificationContext, useTranslate } from 'react-admin';
import { toast } from '../../shared/toast/toasts.ts';

/**
 * Hands react-admin's notifications to the product's toast: one at a time, 5 seconds. An error is titled 'Error' and
 * says what the server said (spec 2, section 8); anything else is its own title.
 */
export function ToastBridge() {
  const { notifications, takeNotification } = useNotificationContext();
  const translate = useTranslate();
  useEffect(() => {
    if (notifications.length === 0) return;
    const next = takeNotification();
    if (next === undefined || typeof next.message !== 'string') return;
    const { messageArgs, description } = next.notificationOptions ?? {};
    const text = translate(next.message, { _: next.message, ...messageArgs });
    if (next.type === 'error') toast({ title: 'Error', description: text, variant: 'destructive' });
    else toast({ title: text, ...(typeof description === 'string' ? { description } : {}) });
  }, [notifications, takeNotification, translate]);
  return null;
}
