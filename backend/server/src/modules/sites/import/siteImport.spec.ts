import { newSiteSchema } from '@portal/contract';
import { describe, expect, it, vi } from 'vitest';
import { decodeText } from '../../../platform/csv/readCsv.ts';
import { type ExistingSite, readSites } from './readSites.ts';

const TERMS = { promotionalLicensePricing: false, hardware: false };
const WITH_HARDWARE = { promotionalLicensePricing: true, hardware: true };
const HEADER = 'site_name,site_address,site_city,site_state,site_zip,number_of_readers,number_of_acu_panels';
const ROW = 'Pier 7,7 Pier Rd,Albany,NY,12207,12,2';
const OTHER = ROW.replace('7', '8');
const read = (text: string, terms = TERMS, existing: readonly ExistingSite[] = []) =>
  readSites(text, terms, existing, new AbortController().signal);
const utf16 = (text: string, mark: boolean) => Buffer.from(`${mark ? '\uFEFF' : ''}${text}`, 'utf16le');

describe('the text of a file', () => {
  const text = 'site_name\r\nCafé Łódź';
  // Proves S4-server-11
  it.each([
    ['UTF-8', Buffer.from(text), text],
    ['UTF-8 with its mark', Buffer.from(`\uFEFF${text}`), text],
    ['UTF-16 with its mark', utf16(text, true), text],
    ['UTF-16 the other way round', utf16(text, true).swap16(), text],
    ['UTF-16 without a mark', utf16('site_name,readers', false), 'site_name,readers'],
    [
      'Windows-1252',
      Buffer.from('Café €5 – “Nord”', 'latin1')
        .fill(0x80, 5, 6)
        .fill(0x96, 8, 9)
        .fill(0x93, 10, 11)
        .fill(0x94, 15, 16),
      'Café €5 – “Nord”',
    ],
    ['nothing', Buffer.alloc(0), ''],
  ])('is read from %s', (_name, file, expected) => {
    expect(decodeText(file)).toBe(expected);
  });
});

describe('the header', () => {
  // Proves S4-server-11
  it('accepts columns in any order and case, and by common names', async () => {
    const { rows } = await read(
      'Readers;ZIP code;State; CITY ;Site-Address;NAME;colour\n12;12207;ny;Albany;7 Pier Rd;Pier 7;red',
    );
    expect(rows).toMatchObject([
      {
        line: 2,
        errors: [],
        site: {
          site_name: 'Pier 7',
          site_address: '7 Pier Rd',
          site_city: 'Albany',
          site_state: 'NY',
          site_zip: '12207',
          number_of_readers: '12',
          software_version: 'aurora',
        },
      },
    ]);
  });

  it.each([
    ['', 'The file is empty.'],
    ['\n , \n', 'The file is empty.'],
    [HEADER, 'The file has a header but no sites.'],
    [
      ROW,
      'The first line of the file must name its columns. Missing columns: Site name, Address, City, State, ZIP code, Number of readers.',
    ],
    [
      `${HEADER.replace('site_zip,', '')}\n`,
      'The first line of the file must name its columns. Missing column: ZIP code.',
    ],
    [`${HEADER},Name\n${ROW}`, 'The column Site name is there twice.'],
  ])('refuses %j', async (text, message) => {
    await expect(read(text)).rejects.toMatchObject({ kind: 'unprocessable', message });
  });

  // Proves S4-server-11
  it.each([
    'Site Name,Address,City,State,ZIP code,Number of readers,Number of ACU panels',
    'NAME *,Street address,Town,State/Province,Postal Code,# of Readers,# Panels',
    'siteName,siteAddress,siteCity,siteState,siteZip,No. of readers (count),ACU-panels:',
  ])('names the columns as people spell them: %s', async (header) => {
    const { rows } = await read(`${header}\n${ROW}`);
    expect(rows).toMatchObject([
      {
        errors: [],
        site: {
          site_name: 'Pier 7',
          site_address: '7 Pier Rd',
          site_city: 'Albany',
          site_state: 'NY',
          site_zip: '12207',
          number_of_readers: '12',
          number_of_acu_panels: '2',
        },
      },
    ]);
  });

  it.each([',', ';', '\t', '|'])('finds the delimiter %j', async (delimiter) => {
    const answer = await read(`${HEADER}\n${ROW}`.replaceAll(',', delimiter));
    expect(answer).toMatchObject({ good: 1, broken: 0 });
  });
});

describe('each row', () => {
  // Proves S4-server-11
  it('is validated like the form; a broken one does not stop the others', async () => {
    const { rows, good, broken } = await read(
      [
        HEADER,
        ROW,
        ',7 Pier Rd,Albany,NY,12207,12,2',
        'Pier 8,,Albany,DC,12207,12abc,2',
        'Pier 9,9 Pier Rd,Albany,NY,12207,0,1001',
        'Pier 10,10 Pier Rd,Albany,NY,12207,1000000000,1',
        'Pier 11,11 Pier Rd,Albany,NY,12207,-1,1,surplus',
        '🏢 Zażółć,11 Pier Rd,Albany,NY,12207,1,',
      ].join('\r\n'),
    );
    expect([good, broken]).toEqual([2, 5]);
    expect(
      rows.map(({ line, errors }) => [line, ...errors.map(({ path, message }) => `${path}: ${message}`)]),
    ).toEqual([
      [2],
      [3, 'site_name: Site name is required'],
      [
        4,
        'site_address: Site address is required',
        'site_state: There is no state DC. Please write it like NY or New York.',
        'number_of_readers: Please enter a whole number from 1 to 100,000',
      ],
      [
        5,
        'number_of_acu_panels: Please enter a whole number from 0 to 1,000',
        'number_of_readers: Please enter a whole number from 1 to 100,000',
      ],
      [6, 'number_of_readers: Please enter a whole number from 1 to 100,000'],
      [
        7,
        ': This row has more values than the header has columns.',
        'number_of_readers: Please enter a whole number from 1 to 100,000',
      ],
      [8],
    ]);
    expect(rows[6]?.site).toMatchObject({ site_name: '🏢 Zażółć' });
  });

  // Proves S4-server-11
  it('is given back with its cells where it is broken', async () => {
    const { rows } = await read(
      `Colour,ZIP,Name,Address,City,State,Readers,Notes\nred,12207, Pier 7 ,7 Pier Rd,Albany,NX,12\nred,12207,Pier 8,8 Pier Rd,Albany,NY,12,"a" b`,
    );
    const values = {
      site_zip: '12207',
      site_name: 'Pier 7',
      site_address: '7 Pier Rd',
      site_city: 'Albany',
      site_state: 'NX',
      number_of_readers: '12',
      site_notes: '',
    };
    expect(rows[0]).toMatchObject({ errors: [{ path: 'site_state' }], values });
    expect(rows[1]).toMatchObject({ errors: [{ path: 'site_notes' }], values: { site_notes: '"a" b' } });
    const { rows: good } = await read(`${HEADER}\n${ROW}`);
    expect(good[0]).not.toHaveProperty('values');
  });

  // Proves S4-server-11
  it('keeps formula-like text, and refuses it as a number', async () => {
    const { rows } = await read(`${HEADER}\n"=HYPERLINK(""http://evil"")",@SUM(A1),+1,NY,12207,=2+2,1`);
    expect(rows[0]?.errors.map(({ path }) => path)).toEqual(['number_of_readers']);
    const text = await read(`${HEADER}\n"=HYPERLINK(""http://evil"")",@SUM(A1),+1,NY,12207,2,1`);
    expect(text.rows[0]?.site).toMatchObject({
      site_name: '=HYPERLINK("http://evil")',
      site_address: '@SUM(A1)',
      site_city: '+1',
    });
  });

  it('has its line number, also after multi-line cells, and blank lines are skipped', async () => {
    const notes = `${HEADER},site_notes\n${ROW},"first\nsecond\r\nthird"\n,,,,,,\n\n${OTHER},\n`;
    const { rows } = await read(notes);
    expect(rows.map(({ line }) => line)).toEqual([2, 7]);
    expect(rows[0]?.site).toMatchObject({ site_notes: 'first\nsecond\nthird' });
  });

  it('takes American days and yes or no for hardware; refuses anything else', async () => {
    const header = `${HEADER},requested_date,ca150_panel,netcom6p`;
    const { rows } = await read(
      `${header}\n${ROW},3/9/2026,Yes,\n${OTHER},2026-03-09,0,x\n${ROW},2/30/2026,maybe,`,
      WITH_HARDWARE,
    );
    expect(rows[0]?.site).toMatchObject({ requested_date: '2026-03-09', ca150_panel: true, netcom6p: false });
    expect(rows[1]?.site).toMatchObject({ requested_date: '2026-03-09', ca150_panel: false, netcom6p: true });
    const blank = await read(`${header}\n${ROW}, ,no,no`);
    expect(blank.rows[0]?.site).not.toHaveProperty('requested_date');
    expect(rows[2]?.errors).toEqual([
      { path: 'ca150_panel', message: 'Please enter yes or no' },
      { path: 'requested_date', message: 'Please enter a date' },
    ]);
    const refused = await read(`${header}\n${ROW},,yes,no`);
    expect(refused.rows[0]?.errors).toEqual([
      { path: 'ca150_panel', message: 'Hardware is not available for your account.' },
    ]);
  });

  // Proves S4-server-11
  it('is priced; the items of the whole order add up to its total', async () => {
    const header = `${HEADER},ca150_panel`;
    const free = await read(`${header}\n${ROW},no\n${OTHER},yes\n`, WITH_HARDWARE);
    expect(free.rows.map(({ price_cents }) => price_cents)).toEqual([0, 68_000]);
    expect(free.items).toEqual([
      { name: 'Aurora License (2 × $35.00)', price_cents: 0 },
      { name: 'Reverse Network IP License (2 × $65.00)', price_cents: 0 },
      { name: 'Additional ACU Panels (2 × $65.00)', price_cents: 0 },
      { name: 'CA 150 Panel', price_cents: 65_000 },
      { name: 'Shipping & Handling', price_cents: 3_000 },
    ]);
    expect(free.total_cents).toBe(68_000);
    const charged = await read(
      `${HEADER}\n${ROW}\n${OTHER.replace(/2$/, '4')}\nbroken\n${ROW.replace('7', '9').replace(/2$/, '1')}`,
    );
    expect(charged.rows.map(({ price_cents }) => price_cents)).toEqual([6_500, 19_500, 0, 0]);
    expect([charged.total_cents, charged.items[2]]).toEqual([
      26_000,
      { name: 'Additional ACU Panels (4 × $65.00)', price_cents: 26_000 },
    ]);
  });
});

it('checks 10,000 rows within seconds and accepts 500 of them', async () => {
  const text = [
    HEADER,
    ...Array.from({ length: 10_000 }, (_, index) => ROW.replace('7', String(index))),
  ].join('\n');
  const before = performance.now();
  const { rows, good, broken, total_cents } = await read(`${text}\n`);
  expect(performance.now() - before).toBeLessThan(5_000);
  expect([rows.length, good, broken, total_cents]).toEqual([1_000, 500, 9_500, 500 * 6_500]);
  expect(rows[500]?.errors).toEqual([
    { path: '', message: 'An order can hold at most 500 sites. Please put this one into another file.' },
  ]);
});

describe('a file that would keep the server busy', () => {
  const TOO_MANY_ROWS = 'The file has more than 10,000 rows. Please split it.';

  // Proves S4-server-12
  it.each([
    ['broken rows', `${HEADER}\n${'a\n'.repeat(10_001)}`],
    ['quoted rows', `${HEADER}\n${'"a"\r\n'.repeat(10_001)}`],
    ['blank rows', `${HEADER}\n${'\n'.repeat(10_001)}${ROW}`],
  ])('is refused with too many %s before any row is checked', async (_name, text) => {
    const check = vi.spyOn(newSiteSchema, 'safeParse');
    await expect(read(text)).rejects.toMatchObject({ kind: 'unprocessable', message: TOO_MANY_ROWS });
    expect(check).not.toHaveBeenCalled();
    check.mockRestore();
  });

  // Proves S4-server-12
  it('returns the first 500 broken rows and counts all', async () => {
    const { rows, good, broken } = await read(`${HEADER}\n${'a\n'.repeat(9_999)}${ROW}`);
    expect([rows.length, good, broken]).toEqual([501, 1, 9_999]);
    expect(rows.at(-1)?.line).toBe(10_001);
  });

  // Proves S4-server-12
  it('is abandoned when the client leaves', async () => {
    const gone = new AbortController();
    const check = vi.spyOn(newSiteSchema, 'safeParse');
    const reading = readSites(`${HEADER}\n${'a\n'.repeat(9_000)}`, TERMS, [], gone.signal);
    gone.abort(new Error('gone'));
    await expect(reading).rejects.toThrow('gone');
    expect(check.mock.calls.length).toBeLessThan(500);
    check.mockRestore();
  });

  it('is refused with too many columns', async () => {
    await expect(read(`${HEADER}${',x'.repeat(200)}\n${ROW}`)).rejects.toMatchObject({
      message: 'The first line of the file has more than 200 columns.',
    });
  });
});

describe('a file as people have it', () => {
  const NOTED = `${HEADER},site_notes`;
  const linesOf = async (text: string, existing: readonly ExistingSite[] = []) =>
    (await read(text, TERMS, existing)).rows.map(({ line, site, errors, notes }) => [
      line,
      site === null ? errors[0]?.message : site.site_name,
      ...(notes ?? []),
    ]);

  // Proves I35-29
  it.each<readonly [string, string]>([
    [
      'semicolons and commas in values',
      `${HEADER}\n${ROW}`.replaceAll(',', ';').replace('7 Pier Rd', '7 Pier Rd, 5, 2'),
    ],
    ['a line sep=', `sep=;\r\n${`${HEADER}\r\n${ROW}`.replaceAll(',', ';')}`],
    ['a line sep= with a tab', `sep=\t\n${`${HEADER}\n${ROW}`.replaceAll(',', '\t')}`],
    ['carriage returns alone', `${HEADER}\r${ROW}`],
    ['delimiters at the ends', `${HEADER},,\n${ROW},,\n,,,\n`],
    ['numbers as 12.0', `${HEADER}\n${ROW.replace('12,2', '12.0,2.00').replace('12207', '12207.0')}`],
    ...['New York', 'new york', 'N.Y.', 'n. y.', 'New-York', ' NEWYORK '].map(
      (state): readonly [string, string] => [
        `the state as ${state}`,
        `${HEADER}\n${ROW.replace('NY', state)}`,
      ],
    ),
    ['a mark, tabs and Windows line ends', `\uFEFF${HEADER}\r\n${ROW}\r\n`.replaceAll(',', '\t')],
  ])('is read with %s', async (_name, text) => {
    expect(await read(text)).toMatchObject({
      good: 1,
      broken: 0,
      rows: [{ site: { site_state: 'NY', site_zip: '12207', number_of_readers: '12' } }],
    });
  });

  // Proves I35-29
  it('loses no row to mixed line ends', async () => {
    expect(
      await linesOf(`${HEADER}\r\n${ROW}\n${ROW.replace('7', '8')}\r${ROW.replace('7', '9')}`),
    ).toHaveLength(3);
  });

  // Proves I35-29
  it('names the line of a quote that never ends, is malformed or would swallow rows', async () => {
    const row = (n: number, note: string) => `Depot ${n},${n} Main St,Albany,NY,12207,12,1,${note}`;
    expect(
      await linesOf([NOTED, row(1, ''), row(2, '"rack 19"" high'), row(3, '"a\nb"'), row(4, '')].join('\n')),
    ).toEqual([
      [2, 'Depot 1'],
      [3, expect.stringContaining('quote')],
      [4, 'Depot 3'],
      [6, 'Depot 4'],
    ]);
    expect(await linesOf([NOTED, row(1, '"open'), row(2, ''), row(3, '"')].join('\n'))).toEqual([
      [2, 'The quote that starts in this line never ends.'],
      [3, 'Depot 2'],
      [4, 'The quote that starts in this line never ends.'],
    ]);
    expect(await linesOf([NOTED, row(1, '"rack" 19'), row(2, 'a "b" c')].join('\n'))).toEqual([
      [2, expect.stringContaining('A quote in this line does not end')],
      [3, 'Depot 2'],
    ]);
  });

  // Proves I35-29
  it('gives ZIP codes of some states their zero, with a note', async () => {
    const row = (state: string, zip: string) => `${state} ${zip},1 Elm St,Town,${state},${zip},12,1`;
    expect(
      await linesOf(
        [HEADER, row('NJ', '7102'), row('MA', '2109-1234'), row('CT', '06103'), row('TX', '7102')].join('\n'),
      ),
    ).toEqual([
      [2, 'NJ 7102', 'The ZIP code was completed to 07102.'],
      [3, 'MA 2109-1234', 'The ZIP code was completed to 02109-1234.'],
      [4, 'CT 06103'],
      [5, expect.stringContaining('ZIP code of 5 digits')],
    ]);
  });

  // Proves I35-29
  it('names twins within the file and of sites that are there', async () => {
    const there = {
      site_name: 'De\u0301po\u0302t',
      site_address: '7 PIER RD',
      site_city: 'Albany',
      site_state: 'NY',
      status: 'pending',
    };
    const text = [
      HEADER,
      ROW,
      ROW.replace('Pier 7', ' pier 7 '),
      ROW.replace('Pier 7', 'Dépôt'),
      ROW.replace('Pier 7', 'Pier 8'),
    ].join('\n');
    expect(await linesOf(text, [there])).toEqual([
      [2, 'Pier 7'],
      [3, 'The same site is in line 2. Please remove one of them, or name them apart.'],
      [4, 'You already have a site with this name and address (pending).'],
      [5, 'Pier 8'],
    ]);
  });

  // Proves I35-29
  it('is decoded with a byte order mark and a byte that is not UTF-8', () => {
    const file = Buffer.concat([
      Buffer.from('\uFEFFsite_name\nŁódź '),
      Buffer.from([0xe9]),
      Buffer.from('\n'),
    ]);
    expect(decodeText(file)).toBe('site_name\nŁódź é\n');
  });
});
