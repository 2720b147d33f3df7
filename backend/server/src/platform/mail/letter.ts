/** A part of a letter. A string is a paragraph. */
export type Block =
  | string
  /** Label and value pairs, e.g. the details of a site. */
  | { readonly kind: 'facts'; readonly facts: readonly (readonly [label: string, value: string])[] }
  | { readonly kind: 'button'; readonly label: string; readonly href: string }
  /** Small print. */
  | { readonly kind: 'note'; readonly text: string };

export const factTable = (...facts: readonly (readonly [label: string, value: string])[]): Block => ({
  kind: 'facts',
  facts,
});
export const button = (label: string, href: string): Block => ({ kind: 'button', label, href });
export const note = (text: string): Block => ({ kind: 'note', text });

/** A paragraph with the reason; none for null. */
export const reasonGiven = (reason: string | null): readonly Block[] =>
  reason === null ? [] : [`Reason: ${reason}`];

export interface Letter {
  readonly subject: string;
  /** Shown by mail clients beside the subject. */
  readonly preheader: string;
  readonly title: string;
  readonly blocks: readonly Block[];
  /** Address that answers go to; absent: the portal's own. */
  readonly replyTo?: string;
}

/** A letter as it is sent and shown in the outbox. */
export interface RenderedMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** The company in header and footer of each letter (COMPANY_* settings). */
export interface Sender {
  readonly name: string;
  readonly address: string;
  readonly phone: string;
  readonly email: string;
}
