/** A part of a mail, rendered as html (mjml) and as plain text. A string is a paragraph. */
export type Block =
  | string
  /** Label and value pairs, e.g. the details of a site. */
  | { readonly kind: 'facts'; readonly facts: readonly (readonly [label: string, value: string])[] }
  | { readonly kind: 'button'; readonly label: string; readonly href: string }
  /** Small print, e.g. what to do if it was not you. */
  | { readonly kind: 'note'; readonly text: string };

export const factTable = (...facts: readonly (readonly [label: string, value: string])[]): Block => ({
  kind: 'facts',
  facts,
});
export const button = (label: string, href: string): Block => ({ kind: 'button', label, href });
export const note = (text: string): Block => ({ kind: 'note', text });

/** A paragraph with the reason; nothing for null. */
export const reasonGiven = (reason: string | null): readonly Block[] =>
  reason === null ? [] : [`Reason: ${reason}`];

export interface Letter {
  readonly subject: string;
  /** The line a mail client shows beside the subject. */
  readonly preheader: string;
  readonly title: string;
  readonly blocks: readonly Block[];
}

/** A letter in the form in which it is sent and shown in the outbox. */
export interface RenderedMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** Whose mail it is: stands in the head and at the foot of every letter (COMPANY_* settings). */
export interface Sender {
  readonly companyName: string;
  readonly companyAddress: string;
  readonly companyPhone: string;
  readonly companyEmail: string;
}

/** A subject is one header line: line breaks in it would let a name add headers, so they are refused. */
export class UnsafeSubject extends Error {
  constructor() {
    super('A mail subject must be one line without control characters.');
    this.name = 'UnsafeSubject';
  }
}
