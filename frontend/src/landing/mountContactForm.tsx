import { useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { ContactForm } from './ContactForm.tsx';

function Hydrated({ onDone }: { readonly onDone: () => void }) {
  useEffect(onDone, [onDone]);
  return <ContactForm />;
}

/**
 * Hydrates the prerendered contact form; entries are kept.
 * @returns when it is done: React does not replay a submit that comes earlier, and the browser would put the message
 *   into the page's address
 */
export const mountContactForm = (container: HTMLElement): Promise<void> =>
  new Promise((resolve) => {
    hydrateRoot(container, <Hydrated onDone={resolve} />);
  });
