import { CONTACT_SUBJECTS, contactSchema, fieldErrors, PLAIN, paths, problemSchema } from '@portal/contract';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { ErrorToast } from './ErrorToast.tsx';

type Errors = Readonly<Record<string, string>>;

/** S1-8-payments. */
const FAILURE = 'There was a problem submitting your form. Please try again.';

const TEXT_FIELDS = [
  { name: 'contact_name', label: 'Name', type: 'text', required: true, autoComplete: 'name' },
  { name: 'contact_email', label: 'Email', type: 'email', required: true, autoComplete: 'email' },
  { name: 'contact_phone', label: 'Phone', type: 'tel', required: false, autoComplete: 'tel' },
] as const;

async function send(message: unknown): Promise<Errors | 'sent'> {
  const response = await fetch(paths.contact, {
    method: 'POST',
    credentials: 'include',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(message),
  });
  if (response.ok) return 'sent';
  const problem = problemSchema.safeParse(await response.json().catch(() => null));
  if (response.status === 400 && problem.success && problem.data.errors !== undefined) {
    return Object.fromEntries(problem.data.errors.map((entry) => [entry.path, entry.message]));
  }
  throw new Error(problem.success ? problem.data.error : response.statusText);
}

function FieldError({ id, message }: { readonly id: string; readonly message: string | undefined }) {
  return message === undefined ? null : (
    <span className="field-error" id={id}>
      {message}
    </span>
  );
}

/** POST /api/contact; the first invalid field gets the focus. */
export function ContactForm() {
  const form = useRef<HTMLFormElement>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  const [errors, setErrors] = useState<Errors>({});
  const [sending, setSending] = useState(false);
  const [round, setRound] = useState(1);
  const [failure, setFailure] = useState<{ readonly at: number } | null>(null);

  function show(found: Errors) {
    setErrors(found);
    const first = Object.keys(found)[0];
    const field = first === undefined ? null : form.current?.elements.namedItem(first);
    if (field instanceof HTMLElement) field.focus();
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (sending) return;
    const values = Object.fromEntries(new FormData(event.currentTarget));
    const parsed = contactSchema.safeParse(values, PLAIN);
    if (!parsed.success) {
      const found: Record<string, string> = {};
      for (const problem of fieldErrors(parsed.error)) found[problem.path] ??= problem.message;
      show(found);
      return;
    }
    setErrors({});
    setSending(true);
    try {
      const outcome = await send(parsed.data);
      if (outcome === 'sent') {
        form.current?.reset();
        dialog.current?.showModal();
      } else {
        show(outcome);
      }
    } catch {
      setFailure({ at: Date.now() });
    } finally {
      setSending(false);
    }
  }

  const described = (name: string) =>
    errors[name] === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': `${name}-error` };

  return (
    <>
      <form ref={form} className="contact-form" noValidate onSubmit={submit} aria-label="Contact form">
        {TEXT_FIELDS.map((field) => (
          <label key={field.name} className={field.required ? 'required' : undefined}>
            <span className="label-text">{field.label}</span>
            <input
              name={field.name}
              type={field.type}
              autoComplete={field.autoComplete}
              aria-required={field.required}
              {...described(field.name)}
            />
            <FieldError id={`${field.name}-error`} message={errors[field.name]} />
          </label>
        ))}
        <label className="required">
          <span className="label-text">Subject</span>
          <select name="contact_subject" defaultValue="" aria-required {...described('contact_subject')}>
            <option value="" disabled>
              Please choose
            </option>
            {Object.entries(CONTACT_SUBJECTS).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <FieldError id="contact_subject-error" message={errors.contact_subject} />
        </label>
        <label className="required wide">
          <span className="label-text">Message</span>
          {/* Chromium locks a text area that was restyled below a modal dialog, so each round gets a new one */}
          <textarea
            key={round}
            name="contact_message"
            rows={5}
            aria-required
            {...described('contact_message')}
          />
          <FieldError id="contact_message-error" message={errors.contact_message} />
        </label>
        <div className="wide form-end">
          <p className="hint">Fields marked with * are required.</p>
          <button className="button" type="submit" aria-disabled={sending}>
            {sending ? 'Sending...' : 'Send message'}
          </button>
        </div>
        <span className="visually-hidden" role="alert">
          {Object.values(errors).join('. ')}
        </span>
      </form>
      <dialog
        ref={dialog}
        className="success"
        aria-labelledby="sent-title"
        onClose={() => setRound(round + 1)}
      >
        <h2 id="sent-title">Submission Successful</h2>
        <p>Thank you for your message. We will contact you soon.</p>
        <button className="button" type="button" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </dialog>
      {failure === null ? null : (
        <ErrorToast key={failure.at} title="Error" description={FAILURE} onClose={() => setFailure(null)} />
      )}
    </>
  );
}

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
