import type { InvoiceLine } from '../billing/charges.ts';
import type { DomainEvent, EventDefinition, EventOf } from '../kernel/event.ts';
import { InvoiceIssued, InvoiceLinesDrafted } from './events.ts';

/** Lines an event holds at most; some 250 kB, below what a store takes. Never changes: lines are found by it. */
export const LINES_AN_EVENT = 500;
/** Streams that one event's `basis` names at most: there are more sites than lines where some are inactive. */
const STREAMS_AN_EVENT = 1_000;

/** The part of an invoice that one event holds. */
export interface InvoicePart {
  readonly lines: readonly InvoiceLine[];
  readonly basis: readonly { readonly stream: string; readonly revision: number }[];
}

/** Parts that were written ahead of an invoice which is not issued yet; another draft begins with its first part anew. */
export interface InvoiceDraft {
  /** From 1. */
  readonly draft: number;
  readonly parts: readonly InvoicePart[];
}

/** An invoice's lines and basis as they are spread over events; the first part stands in InvoiceIssued itself. */
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

/** Which part of a draft is to be written next, counted from 1. */
export interface NextPart {
  readonly draft: number;
  readonly part: number;
}

/**
 * What is still to be written ahead of an invoice; null where all of it is there. A draft that holds something else,
 * left over from an attempt that broke off, is followed by another one.
 * @param further the parts behind the first one
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

/** Whether two parts hold the same. */
export const isSamePart = (one: InvoicePart | undefined, other: InvoicePart) =>
  one !== undefined && formOf(one) === formOf(other);

const formOf = ({ lines, basis }: InvoicePart) =>
  JSON.stringify([
    lines.map(({ siteId, name, readers, rateCents, amountCents, source, because }) => [
      [siteId, name, readers, rateCents, amountCents, source],
      because,
    ]),
    basis.map(({ stream, revision }) => [stream, revision]),
  ]);

/** The draft with one more part; the first part of another draft puts it in the place of the one before. */
export function withPart(
  drafted: InvoiceDraft | undefined,
  { draft, lines, basis }: InvoicePart & { readonly draft: number },
): InvoiceDraft {
  const before = drafted?.draft === draft ? drafted.parts : [];
  return { draft, parts: [...before, { lines, basis }] };
}

type Issued = EventOf<typeof InvoiceIssued>['data'];

/** What was issued, with the lines and the basis that stand in the parts ahead of it. */
export function wholeOf(issued: Issued, drafted: InvoiceDraft | undefined): Issued {
  const { continued } = issued;
  if (continued === undefined) return issued;
  const parts = drafted?.draft === continued.draft ? drafted.parts.slice(0, continued.parts) : [];
  const lines = [issued, ...parts].flatMap((part) => part.lines);
  const basis = [issued, ...parts].flatMap((part) => part.basis);
  if (lines.length !== continued.lines) {
    throw new RangeError(`Invoice ${issued.invoiceId} has ${lines.length} of ${continued.lines} lines.`);
  }
  return {
    ...issued,
    lines: lines.map((line) => ({ ...line, because: [...line.because] })),
    basis: basis.map((one) => ({ ...one })),
  };
}

/** What the events of an invoice's stream say was issued, its lines and basis whole; null where it never was. */
export function wholeIssue(events: Iterable<DomainEvent>): Issued | null {
  let drafted: InvoiceDraft | undefined;
  for (const event of events) {
    if (isA(InvoiceLinesDrafted, event)) drafted = withPart(drafted, event.data);
    if (isA(InvoiceIssued, event)) return wholeOf(event.data, drafted);
  }
  return null;
}

function isA<D extends EventDefinition>({ type }: D, event: DomainEvent): event is DomainEvent & EventOf<D> {
  return event.type === type;
}
