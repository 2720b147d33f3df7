import { describe, expect, it } from 'vitest';
import { accountFacts, siteFacts } from '../../test/billingFixtures.ts';
import { given } from '../../test/given.ts';
import { INVOICE_IDS as ids, NO_BILL_TO } from '../../test/invoiceEvents.ts';
import { priceInvoice } from '../billing/priceInvoice.ts';
import type { InvoiceCommandOf } from './commands.ts';
import type { InvoiceEvent } from './events.ts';
import { invoiceDecider } from './invoice.ts';
import { nextPart, partsOf, wholeIssue } from './parts.ts';

/** The command that issues an invoice of so many sites, each of so many readers. */
function issueOf(count: number, readers = 4): InvoiceCommandOf<'IssueInvoice'> {
  const sites = Array.from({ length: count }, (_, index) => siteFacts(`s${10_000 + index}`, { readers }));
  const priced = priceInvoice({ period: '2026-05', account: accountFacts(), sites });
  if (priced.outcome !== 'priced') throw new Error(priced.reason);
  const basis = ['account-a1', ...sites.map(({ siteId }) => `site-${siteId}`)];
  return {
    type: 'IssueInvoice',
    invoiceId: ids.invoiceId,
    invoiceNumber: 'INV-202605-0001',
    priced,
    invoiceDate: '2026-05-01',
    billTo: NO_BILL_TO,
    proof: { cutSeq: 812, chainHash: 'ab12', basis: basis.map((stream) => ({ stream, revision: 1 })) },
    replaces: null,
  };
}
const furtherOf = ({ priced, proof }: InvoiceCommandOf<'IssueInvoice'>) =>
  partsOf({ lines: priced.lines, basis: proof.basis }).slice(1);
const draftOf = (
  issue: InvoiceCommandOf<'IssueInvoice'>,
  part: number,
  draft = 1,
): InvoiceCommandOf<'DraftInvoiceLines'> => ({
  type: 'DraftInvoiceLines',
  ...ids,
  draft,
  part,
  ...(furtherOf(issue)[part - 1] as ReturnType<typeof furtherOf>[number]),
});
const foldOf = (...events: readonly InvoiceEvent[]) =>
  events.reduce(invoiceDecider.evolve, invoiceDecider.initialState);
/** Everything that is appended when nothing breaks off. */
function eventsOf(
  issue: InvoiceCommandOf<'IssueInvoice'>,
  draft = 1,
  ...history: readonly InvoiceEvent[]
): readonly InvoiceEvent[] {
  let state = foldOf(...history);
  const commands = [...furtherOf(issue).map((_, index) => draftOf(issue, index + 1, draft)), issue];
  return commands.flatMap((command) => {
    const events = invoiceDecider.decide(command, state);
    state = events.reduce(invoiceDecider.evolve, state);
    return events;
  });
}

const long = issueOf(1_200);
const [first, second, issued] = eventsOf(long) as [InvoiceEvent, InvoiceEvent, InvoiceEvent];

describe('an invoice that is too long for one event', () => {
  it('is issued by its last event, which names the drafted parts', () => {
    expect([first, second, issued].map(({ type }) => type)).toEqual([
      'InvoiceLinesDrafted',
      'InvoiceLinesDrafted',
      'InvoiceIssued',
    ]);
    expect(issued.data).toMatchObject({ continued: { draft: 1, parts: 2, lines: 1_200 } });
    expect(foldOf(first, second, issued)).toMatchObject({
      status: 'open',
      lines: long.priced.lines,
      totalCents: 1_200 * 4 * 650,
    });
    expect(wholeIssue([first, second, issued])).toMatchObject({
      lines: long.priced.lines,
      basis: long.proof.basis,
    });
    expect(wholeIssue([first, second])).toBeNull();
  });

  it('is no invoice before that, and its parts are written once, in order', () => {
    given(invoiceDecider, first)
      .when({ type: 'VoidInvoice', reason: null })
      .thenRefused('not_found', 'Invoice not found');
    given(invoiceDecider).when(draftOf(long, 1)).thenEvents(first);
    given(invoiceDecider, first).when(draftOf(long, 1)).thenNothing();
    given(invoiceDecider, first).when(draftOf(long, 2)).thenEvents(second);
    given(invoiceDecider, first, second, issued).when(draftOf(long, 2)).thenNothing();
  });

  const BUSY = 'This invoice is being issued elsewhere at the moment. Please try again.';
  it('is not issued while a part is missing or another one', () => {
    given(invoiceDecider).when(long).thenRefused('conflict', BUSY);
    given(invoiceDecider, first).when(long).thenRefused('conflict', BUSY);
    given(invoiceDecider).when(draftOf(long, 2)).thenRefused('conflict', BUSY);
    given(invoiceDecider, first, second).when(issueOf(1_200, 5)).thenRefused('conflict', BUSY);
    given(invoiceDecider, first)
      .when(draftOf(issueOf(1_200, 5), 1))
      .thenRefused('conflict', BUSY);
  });

  // Proves S6-long-1
  it('leaves a draft behind that holds other lines', () => {
    const other = issueOf(1_200, 5);
    const drafted = { draft: 1, parts: furtherOf(long).slice(0, 1) };
    expect(nextPart(undefined, furtherOf(other))).toEqual({ draft: 1, part: 1 });
    expect(nextPart(drafted, furtherOf(long))).toEqual({ draft: 1, part: 2 });
    expect(nextPart(drafted, furtherOf(other))).toEqual({ draft: 2, part: 1 });
    expect(nextPart({ draft: 1, parts: furtherOf(long) }, furtherOf(long))).toBeNull();
    const anew = eventsOf(other, 2, first);
    expect(anew.at(-1)?.data).toMatchObject({ continued: { draft: 2, parts: 2 } });
    expect(foldOf(first, ...anew)).toMatchObject({ lines: other.priced.lines });
  });

  it('fails if its parts are not in the stream', () => {
    expect(() => wholeIssue([first, issued])).toThrow('has 1000 of 1200 lines');
  });
});

it('an invoice of 500 sites is one event, even after an old draft', () => {
  const short = issueOf(500);
  const [event, ...more] = eventsOf(short);
  expect(more).toEqual([]);
  expect(event?.data).toHaveProperty('continued', undefined);
  given(invoiceDecider, first)
    .when(short)
    .thenEvents(event as InvoiceEvent);
});

it('an account of few active sites among thousands rests on more streams than one event names', () => {
  const parts = partsOf({
    lines: [],
    basis: Array.from({ length: 2_500 }, (_, n) => ({ stream: `site-${n}`, revision: 0 })),
  });
  expect(parts.map(({ basis }) => basis.length)).toEqual([1_000, 1_000, 500]);
});
