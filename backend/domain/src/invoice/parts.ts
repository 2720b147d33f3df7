import type { InvoiceLine } from '../billing/charges.ts';
import type { DomainEvent } from '../kernel/event.ts';
import type { InvoiceEvent } from './events.ts';

/** Most lines in one event; about 250 kB, below the stores' limit. Never changes: lines are located by it. */
export const LINES_AN_EVENT = 500;
/** Most streams in one event's `basis`: more than lines, since inactive sites have no line. */
const STREAMS_AN_EVENT = 1_000;

export interface InvoicePart {
  readonly lines: readonly InvoiceLine[];
  readonly basis: readonly { readonly stream: string; readonly revision: number }[];
}

/** Parts written before the invoice is issued. A new draft starts again with part 1. */
export interface InvoiceDraft {
  /** From 1. */
  readonly draft: number;
  readonly parts: readonly InvoicePart[];
}

/** Splits lines and basis over events; InvoiceIssued itself holds the first part. */
export function partsOf({ lines, basis }: InvoicePart): readonly [InvoicePart, ...InvoicePart[]] {
  const part = (index: number): InvoicePart => ({
    lines: lines.slice(index * LINES_AN_EVENT, (index + 1) * LINES_AN_EVENT),
    basis: basis.slice(index * STREAMS_AN_EVENT, (index + 1) * STREAMS_AN_EVENT),
  });
  const count = Math.max(
    Math.ceil(lines.length / LINES_AN_EVENT),
    Math.ceil(basis.length / STREAMS_AN_EVENT),
    1,
  );
  return [part(0), ...Array.from({ length: count - 1 }, (_, index) => part(index + 1))];
}

/** The part to write next, counted from 1. */
export interface NextPart {
  readonly draft: number;
  readonly part: number;
}

/**
 * The part to write next before the invoice can be issued; null where all are written. A draft with other content, left
 * by an attempt that broke off, is replaced by a new draft.
 * @param further the parts after the first one
 */
export function nextPart(
  drafted: InvoiceDraft | undefined,
  further: readonly InvoicePart[],
): NextPart | null {
  if (drafted === undefined) return further.length === 0 ? null : { draft: 1, part: 1 };
  const { draft, parts } = drafted;
  if (further.some((part, index) => index < parts.length && !isSamePart(parts[index], part))) {
    return { draft: draft + 1, part: 1 };
  }
  return parts.length < further.length ? { draft, part: parts.length + 1 } : null;
}

export const isSamePart = (one: InvoicePart | undefined, other: InvoicePart) =>
  one !== undefined && formOf(one) === formOf(other);

const formOf = ({ lines, basis }: InvoicePart) =>
  JSON.stringify([
    lines.map(({ siteId, name, readers, rateCents, amountCents, source, because, taxState, tax }) => [
      [siteId, name, readers, rateCents, amountCents, source],
      because,
      [taxState, tax && [tax.state, tax.rate, tax.from, tax.taxableCents, tax.exempt]],
    ]),
    basis.map(({ stream, revision }) => [stream, revision]),
  ]);

/** The draft with one more part; a part of another draft replaces the draft. */
export function withPart(
  drafted: InvoiceDraft | undefined,
  { draft, lines, basis }: InvoicePart & { readonly draft: number },
): InvoiceDraft {
  const before = drafted?.draft === draft ? drafted.parts : [];
  return { draft, parts: [...before, { lines, basis }] };
}

type Issued = Extract<InvoiceEvent, { type: 'InvoiceIssued' }>['data'];

/** The issued invoice with the lines and basis of its drafted parts. */
export function wholeOf(issued: Issued, drafted: InvoiceDraft | undefined): Issued {
  const { continued } = issued;
  if (continued === undefined) return issued;
  const parts = drafted?.draft === continued.draft ? drafted.parts.slice(0, continued.parts) : [];
  const lines = [issued, ...parts].flatMap((part) => part.lines);
  const basis = [issued, ...parts].flatMap((part) => part.basis);
  if (lines.length !== continued.lines) {
    throw new RangeError(`Invoice ${issued.invoiceId} has ${lines.length} of ${continued.lines} lines.`);
  }
  return { ...issued, lines, basis };
}

/** The invoice that a stream's events issued, with all lines and basis; null where none was issued. */
export function wholeIssue(events: Iterable<DomainEvent>): Issued | null {
  let drafted: InvoiceDraft | undefined;
  for (const event of events as Iterable<InvoiceEvent>) {
    if (event.type === 'InvoiceLinesDrafted') drafted = withPart(drafted, event.data);
    if (event.type === 'InvoiceIssued') return wholeOf(event.data, drafted);
  }
  return null;
}
