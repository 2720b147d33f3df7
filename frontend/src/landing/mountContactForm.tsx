import { hydrateRoot } from 'react-dom/client';
import { ContactForm } from './ContactForm.tsx';

/** Hydrates the prerendered contact form; entries are kept. */
export function mountContactForm(container: HTMLElement): void {
  hydrateRoot(container, <ContactForm />);
}
