import { renderToString } from 'react-dom/server';
import { afterEach, expect, it } from 'vitest';
import { ContactForm, mountContactForm } from './ContactForm.tsx';

afterEach(() => document.body.replaceChildren());

// Proves S1-7-9, X-19
it('is mounted only once a submit is the form’s own, not the browser’s', async () => {
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(<ContactForm />);
  await mountContactForm(container);
  const submit = new Event('submit', { bubbles: true, cancelable: true });
  container.querySelector('form')?.dispatchEvent(submit);
  expect(submit.defaultPrevented).toBe(true);
});
