import { portalEvents } from '@portal/domain';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { eventReference } from '../../src/app/docs/eventReference.ts';
import { fieldsOf } from '../../src/app/docs/fieldType.ts';

/** The part of the catalogue that tells of one event. */
const entryOf = (type: string) => eventReference().split(`\n### ${type}\n`)[1]?.split(/\n##/)[0] ?? '';

describe('the catalogue of events', () => {
  // Proves I8-catalogue
  it('has every event of the registry, each once', () => {
    const told = [...eventReference().matchAll(/^### (\w+)$/gm)].map(([, type]) => type);
    expect(told.sort()).toEqual(Object.keys(portalEvents).sort());
  });

  it("shows an event's meaning, stream, decider and projections", () => {
    const entry = entryOf('DealerRegistered');
    expect(entry).toMatch(/\| `email` \| text \| key of the user in `userId` \|/);
    expect(entry).toMatch(/Read models: .*`users`.*Processes: .*`openAccountOnDealerRegistered`.*Mails: /);
    expect(eventReference()).toContain(
      'Streams: `site-<id>`: one stream for each site. Decided by [`siteDecider`](../../backend/domain/src/site/site.ts).',
    );
    expect(entryOf('PaymentSucceeded')).toContain('The money was taken.');
  });

  // Proves I8-catalogue
  it('marks each personal field with the owner of its key', () => {
    for (const { type, personal } of Object.values(portalEvents)) {
      for (const { subject, idField, fields } of personal) {
        for (const field of fields) {
          const row = entryOf(type)
            .split('\n')
            .find((line) => line.startsWith(`| \`${field}\``));
          expect(row, `${type}.${field}`).toContain(`key of the ${subject} in \`${idField}\``);
        }
      }
    }
  });
});

describe('the type of a field', () => {
  it('is described in words', () => {
    const schema = z.object({
      day: z.iso.date(),
      at: z.iso.datetime().nullable(),
      count: z.number().int(),
      kind: z.enum(['a', 'b']),
      note: z.union([z.string(), z.object({ erased: z.literal(true) })]).optional(),
      lines: z.array(z.object({ name: z.string(), isPaid: z.boolean() })),
      byName: z.record(z.string(), z.number()),
      fixed: z.literal('usd'),
    });
    expect(fieldsOf(schema)).toEqual([
      { name: 'day', type: 'day', isOptional: false },
      { name: 'at', type: 'instant or null', isOptional: false },
      { name: 'count', type: 'whole number', isOptional: false },
      { name: 'kind', type: '`a`, `b`', isOptional: false },
      { name: 'note', type: 'text', isOptional: true },
      { name: 'lines', type: 'list of { name: text; isPaid: yes or no }', isOptional: false },
      { name: 'byName', type: 'number by name', isOptional: false },
      { name: 'fixed', type: '`usd`', isOptional: false },
    ]);
  });
});
