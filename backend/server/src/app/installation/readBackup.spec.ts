import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { CopiedEvent } from '@portal/event-store';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeLines } from './checkedLines.ts';
import { type BackupEnd, eventLine, FORMAT, lineOf } from './format.ts';
import { ChainSum, type LogEnd } from './log.ts';
import { checkBackup, logInBackup } from './readBackup.ts';

const EVENTS = 3_000;
/** More exact than JavaScript's numbers: a row passes as PostgreSQL wrote it. */
const KEY_ROW = '{"subject":"user-1","wrapped":"\\\\x0102ff","big":12345678901234567890.10}';

const THREE: readonly CopiedEvent[] = [0, 1, 2].map((n) => ({
  stream: 'site-1',
  revision: BigInt(n),
  id: v7(),
  type: 'SiteApproved',
  data: '{}',
  metadata: '{}',
}));

function threeEvents(): LogEnd {
  const of = new ChainSum();
  for (const event of THREE) of.add(event);
  return of.end;
}

let folder: string;
let file: string;
let lines: readonly string[];
const events: CopiedEvent[] = [];
const sum = new ChainSum();

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'backup-format-'));
  file = path.join(folder, 'whole.backup');
  const writer = await writeLines(file);
  const madeAt = '2026-12-03T15:00:00.000Z';
  await writer.line(
    lineOf({ header: { backup: 'dealer-portal', format: FORMAT, madeAt, migrations: ['1'], key: null } }),
  );
  await writer.line(lineOf({ table: { name: 'personal_keys', columns: ['subject', 'wrapped'] } }));
  await writer.line(lineOf({ row: KEY_ROW }));
  await writer.line(lineOf({ row: '{"subject":"user-2","wrapped":null}' }));
  await writer.line(lineOf({ table: { name: 'mail_outbox', columns: ['id'] } }));
  for (let n = 0; n < 20; n += 1) await writer.line(lineOf({ row: `{"id":${n}}` }));
  await writer.line(lineOf({ file: 'stripe-simulator.jsonl' }));
  await writer.line(lineOf({ text: '{"a":"é\\n"}' }));
  for (let n = 0; n < EVENTS; n += 1) {
    const event = {
      stream: `site-${n % 9}`,
      revision: BigInt(Math.floor(n / 9)),
      id: v7(),
      type: 'SiteApproved',
      data: ` {"n": ${n}.0, "text": "\\u00e9 \\" ü"}`,
      metadata: '{"accounts":[]}',
    };
    events.push(event);
    sum.add(event);
    await writer.line(eventLine(event));
  }
  await writer.line(lineOf({ end: { rows: { personal_keys: 2, mail_outbox: 20 }, log: sum.end } }));
  await writer.close();
  lines = gunzipSync(await readFile(file))
    .toString()
    .split('\n');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let broken = 0;
/** The backup with its lines changed, marks and all, as a careless hand would leave it. */
async function changed(change: (lines: string[]) => unknown): Promise<string> {
  const copy = [...lines];
  change(copy);
  broken += 1;
  const target = path.join(folder, `broken ${broken}.backup`);
  await writeFile(target, gzipSync(copy.join('\n')));
  return target;
}
const lineWith = (text: string) => lines.findIndex((line) => line.includes(text));

describe('an intact backup', () => {
  it('shows its contents, with a key to test', async () => {
    expect(await checkBackup(file)).toMatchObject({
      header: { madeAt: '2026-12-03T15:00:00.000Z', migrations: ['1'] },
      tables: [{ name: 'personal_keys' }, { name: 'mail_outbox' }],
      end: { log: sum.end },
      someKey: { subject: 'user-1', wrapped: Buffer.from([1, 2, 255]) },
    });
  });

  it('contains the log byte for byte, and rows as PostgreSQL wrote them', async () => {
    const found: CopiedEvent[] = [];
    for await (const event of logInBackup(file).events()) found.push(event);
    expect(found).toEqual(events);
    expect(lines[lineWith('user-1')]?.slice(17)).toBe(`{"row":${KEY_ROW}}`);
  });

  it('is never overwritten, and an unfinished one leaves no file', async () => {
    await expect(writeLines(file)).rejects.toThrow(`File ${file} already exists.`);
    const writer = await writeLines(path.join(folder, 'unfinished.backup'));
    await writer.line('{}');
    await writer.abandon();
    const half = await writeLines(path.join(folder, 'overtaken.backup'));
    await writeFile(path.join(folder, 'overtaken.backup'), 'somebody else');
    await expect(half.close()).rejects.toThrow('EEXIST');
    await half.abandon();
    expect((await readdir(folder)).filter((name) => /unfinished|part$/.test(name))).toEqual([]);
    expect(await readFile(path.join(folder, 'overtaken.backup'), 'utf8')).toBe('somebody else');
  });
});

describe('a damaged backup', () => {
  it.each<[string, (lines: string[]) => unknown, RegExp]>([
    [
      'one digit of a row',
      (all) => all.splice(lineWith('{"id":7}'), 1, (all[lineWith('{"id":7}')] ?? '').replace('7}', '8}')),
      /^The backup broken \d+\.backup is damaged at line 13 \(behind row 7 of table mail_outbox\): it was changed\. Nothing was restored from it\.$/,
    ],
    ['a header left out', (all) => all.splice(0, 1), /at line 1 \(at its beginning\)/],
    ['an event left out', (all) => all.splice(lineWith('"event":') + 5, 1), /\(behind event 5\)/],
    [
      'an event twice',
      (all) => all.splice(lineWith('"event":') + 5, 0, all[lineWith('"event":') + 4] ?? ''),
      /\(behind event 5\)/,
    ],
    [
      'two events exchanged',
      (all) => {
        const at = lineWith('"event":') + 7;
        all.splice(at, 2, all[at + 1] ?? '', all[at] ?? '');
      },
      /\(behind event 7\)/,
    ],
    ['an end cut off', (all) => all.splice(-2, 1), /damaged at its end: the rest of it is missing/],
    ['a line cut off', (all) => all.splice(-2, 2, '0123'), /\(behind event 3000\): the line has no end/],
    ['something behind its end', (all) => all.push('0123456789abcdef {}', ''), /it was changed/],
  ])('is detected: %s', async (_, change, message) => {
    await expect(checkBackup(await changed(change))).rejects.toThrow(message);
  });

  it('is refused like a file that is no backup', async () => {
    const other = path.join(folder, 'other.txt');
    await writeFile(other, 'a letter');
    await expect(checkBackup(other)).rejects.toThrow(
      'is damaged at line 1 (at its beginning): incorrect header check',
    );
    await expect(checkBackup(path.join(folder, 'none'))).rejects.toThrow('ENOENT');
  });

  // Proves I8-backup-3
  it('is detected for any changed byte and a missing end', async () => {
    const bytes = await readFile(file);
    const target = path.join(folder, 'byte.backup');
    for (let part = 1; part < 12; part += 1) {
      const copy = Buffer.from(bytes);
      const at = Math.floor((bytes.length * part) / 12);
      copy.writeUInt8(copy.readUInt8(at) ^ 0x10, at);
      await writeFile(target, copy);
      await expect(checkBackup(target), `byte ${at}`).rejects.toThrow(/is damaged at/);
    }
    await writeFile(target, bytes.subarray(0, bytes.length / 2));
    await expect(checkBackup(target)).rejects.toThrow(/is damaged at line \d+ .*unexpected end of file/);
  });

  it.each<[string, BackupEnd]>([
    ['events', { rows: { alerts: 1 }, log: { seq: 3, hash: 'ab' } }],
    ['rows', { rows: { alerts: 2 }, log: threeEvents() }],
    ['tables', { rows: { alerts: 1, credentials: 0 }, log: threeEvents() }],
  ])('is detected if its %s differ from the totals, even with valid lines', async (_, end) => {
    await expect(checkBackup(await ofThreeEvents(end))).rejects.toThrow(
      'its rows or events differ from its totals',
    );
  });

  it('is not reported for a correct file', async () => {
    const end = { rows: { alerts: 1 }, log: threeEvents() };
    expect((await checkBackup(await ofThreeEvents(end))).end).toEqual(end);
  });
});

/** One row and {@link THREE}, with an end that may say something else. */
async function ofThreeEvents(end: BackupEnd): Promise<string> {
  broken += 1;
  const target = path.join(folder, `three ${broken}.backup`);
  const writer = await writeLines(target);
  await writer.line(
    lineOf({ header: { backup: 'dealer-portal', format: FORMAT, madeAt: '', migrations: [], key: null } }),
  );
  await writer.line(lineOf({ table: { name: 'alerts', columns: ['id'] } }));
  await writer.line(lineOf({ row: '{"id":1}' }));
  for (const event of THREE) await writer.line(eventLine(event));
  await writer.line(lineOf({ end: end }));
  await writer.close();
  return target;
}
