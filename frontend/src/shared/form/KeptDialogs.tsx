import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { takeDialogsOf } from '../http/keptEntries.ts';
import { useUserOrNull } from '../session/session.ts';
import { toast } from '../toast/toasts.ts';

/** Long enough to find the dialog's button. */
const SHOWN_MS = 15_000;

/** Names the dialogs of the page whose entries are kept: after the sign-in the page opens without them. */
export function KeptDialogs() {
  const user = useUserOrNull();
  const { pathname } = useLocation();
  const id = user === null || user.viewing_as !== undefined ? null : user.id;
  useEffect(() => {
    if (id === null) return;
    const titles = takeDialogsOf(id, pathname);
    if (titles.length === 0) return;
    const names = titles.map((title) => `“${title}”`).join(' and ');
    toast({
      title: 'Your entries were kept',
      description: `Open ${names} again to continue.`,
      duration: SHOWN_MS,
    });
  }, [id, pathname]);
  return null;
}
