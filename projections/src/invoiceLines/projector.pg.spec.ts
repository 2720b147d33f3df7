import { type InvoiceEvent, invoiceDecider, invoiceStream, partsOf } from '@portal/domain';
import { expect, it } from 'vitest';
import { agree } from '../../test/agree.ts';
import { bench } from '../../test/harness.ts';
import { issueCommand } from '../../test/issueInvoice.ts';
import { invoices } from '../invoices/projector.ts';
import { invoiceById } from '../invoices/query.ts';
import { invoiceLines } from './projector.ts';
import { allFurtherLines, countFurtherLines, furtherLines } from './query.ts';

const LINES = 1_200;
const command = issueCommand({
  accountId: 'a1',
  period: '2026-05',
  lines: Array.from({ length: LINES }, () => ({ readers: 2, rateCents: 650 })),
});
const { invoiceId: id, priced, proof } = command;
const [, ...further] = partsOf({ lines: priced.lines, basis: proof.basis });
const drafted = (draft: number, part: number, count: number): InvoiceEvent => ({
  type: 'InvoiceLinesDrafted',
  data: {
    invoiceId: id,
    accountId: 'a1',
    draft,
    part,
    lines: (further[part - 1]?.lines ?? [])
      .slice(0, count)
      .map((line) => ({ ...line, because: [...line.because] })),
    basis: [],
  },
});

// Proves S6-long-1
it('has the further lines of an issued invoice, from the draft that it names', async () => {
  const test = await bench();
  const runtime = await test.start({ projections: [invoices, invoiceLines] });
  const stream = invoiceStream(id);
  // three drafted parts, the last of which does not belong to the invoice
  const left = [drafted(1, 1, 10), drafted(1, 2, 10), drafted(1, 3, 0)];
  const parts = [drafted(2, 1, 500), drafted(2, 2, 500)];
  await test.history.add(stream, ['a1'], ...left, ...parts);
  await runtime.caughtUp();
  expect(await countFurtherLines(test.pool, [id])).toEqual(new Map());
  expect(await furtherLines(test.pool, id, 1)).toEqual([]);
  expect(await invoiceById(test.pool, id)).toBeNull();

  const state = [...left, ...parts].reduce(invoiceDecider.evolve, invoiceDecider.initialState);
  await test.history.add(stream, ['a1'], ...invoiceDecider.decide(command, state), {
    type: 'InvoiceLinkedToSite',
    data: { invoiceId: id, accountId: 'a1', siteId: 'other', siteName: 'Other', lines: [0, 500, 1_199] },
  });
  await runtime.caughtUp();
  const row = await invoiceById(test.pool, id);
  expect(row).toMatchObject({ charges_cents: LINES * 1_300, total_cents: LINES * 1_300 });
  expect(await countFurtherLines(test.pool, [id, 'nobody'])).toEqual(new Map([[id, 700]]));
  const all = (await allFurtherLines(test.pool, [id])).get(id) ?? [];
  expect([...(row?.lines ?? []), ...all].map(({ name }) => name)).toEqual(
    priced.lines.map(({ name }) => name),
  );
  expect(await furtherLines(test.pool, id, 2)).toEqual(all.slice(500));
  expect(await furtherLines(test.pool, id, 3)).toEqual([]);
  const linked = [row?.lines[0], row?.lines[1], all[0], all[1], all.at(-1)];
  expect(linked.map((line) => line?.siteId)).toEqual(['other', 'site-2', 'other', 'site-502', 'other']);
  await runtime.stop();
  await agree(invoiceLines, test);
});
