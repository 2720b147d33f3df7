import { hydrateRoot } from 'react-dom/client';
import { ContactForm } from './ContactForm.tsx';

/** Brings the prerendered contact form to life; what the visitor has typed already stays. */
export function mountContactForm(container: HTMLElement): void {
  hydrateRoot(container, <ContactForm />);
}
