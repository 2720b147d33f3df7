import type { LogPage, Position, RecordedEvent } from '@portal/event-store';
import { expect, it } from 'vitest';
import type { PortalCodec } from './decoding.ts';
import { ReadAhead } from './readAhead.ts';

const EVENTS = 5;

const recorded = (position: number): RecordedEvent => ({
  id: `event-${position}`,
  stream: 'site-1',
  revision: BigInt(position),
  position: String(position),
  type: 'SiteAdded',
  data: '{}',
  metadata: '{}',
});

/** A log of pages of one event, that counts what is asked of it and fails when told. */
function pagesOfOne() {
  const asked: (Position | null)[] = [];
  const decoded: string[] = [];
  const broken = { read: false, decode: false };
  const read = async (from: Position | null): Promise<LogPage> => {
    asked.push(from);
    if (broken.read) throw new Error('away');
    const at = Number(from ?? 0) + 1;
    return { events: [recorded(at)], next: String(at), end: at === EVENTS };
  };
  const codec: PortalCodec = {
    encode: () => Promise.reject(new Error('not asked for')),
    async decode(page) {
      if (broken.decode) throw new Error('no keys');
      decoded.push(...page.map(({ id }) => id));
      return [];
    },
  };
  return { asked, decoded, broken, pages: new ReadAhead(read, codec, false) };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

it('has asked for the next page by the time one is handed out, and asks for none behind the last', async () => {
  const { asked, pages } = pagesOfOne();
  let from: Position | null = null;
  const handedOut: string[] = [];
  for (let page = 1; page <= EVENTS; page += 1) {
    const { page: found } = await pages.next(from);
    handedOut.push(...found.events.map(({ id }) => id));
    from = found.next;
    expect(asked).toHaveLength(Math.min(page + 1, EVENTS));
  }
  expect(handedOut).toEqual(['event-1', 'event-2', 'event-3', 'event-4', 'event-5']);
  expect(asked).toEqual([null, '1', '2', '3', '4']);
});

it('reads anew where one goes on from elsewhere', async () => {
  const { pages } = pagesOfOne();
  await pages.next('2');
  const { page } = await pages.next(null);
  expect(page.next).toBe('1');
});

it('decodes the next page beforehand, once', async () => {
  const { decoded, pages } = pagesOfOne();
  await pages.next(null);
  await turn();
  expect(decoded).toEqual([]);
  pages.decode();
  expect(decoded).toEqual(['event-2']);
  const { batch } = await pages.next('1');
  await batch.decode(batch.events, false);
  expect(decoded).toEqual(['event-2']);
});

it('tries again what failed beforehand', async () => {
  const { broken, decoded, pages } = pagesOfOne();
  broken.read = true;
  await expect(pages.next(null)).rejects.toThrow('away');
  broken.read = false;
  await pages.next(null);
  broken.decode = true;
  await turn();
  pages.decode();
  await turn();
  broken.decode = false;
  const { batch } = await pages.next('1');
  await batch.decode(batch.events, false);
  expect(decoded).toEqual(['event-2']);
});

it('takes a page that could not be read beforehand from the store', async () => {
  const { broken, pages } = pagesOfOne();
  const first = pages.next(null);
  await Promise.resolve();
  broken.read = true;
  await first;
  await turn();
  broken.read = false;
  expect((await pages.next('1')).page.next).toBe('2');
});
