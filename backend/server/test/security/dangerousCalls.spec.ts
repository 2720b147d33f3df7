import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const PROJECT = path.join(import.meta.dirname, '../../../..');
const FOLDERS = [
  ...['contract', 'domain', 'event-store', 'server'].map((name) => `backend/${name}/src`),
  'projections/src',
  'frontend/src',
];

/** The product's code: no specs, nor what they use. */
const sources = FOLDERS.flatMap((folder) =>
  readdirSync(path.join(PROJECT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.spec\.tsx?$|(^|\/)testing\//.test(file))
    .map((file) => `${folder}/${file}`),
).map((file) => ({ file, text: readFileSync(path.join(PROJECT, file), 'utf8') }));

interface Rule {
  readonly what: string;
  readonly pattern: RegExp;
  /** What the pattern must find. */
  readonly such: readonly string[];
  /** Folders that the rule is about; default: all. */
  readonly of?: string;
  /** Files or folders that may. */
  readonly only?: readonly string[];
}

const rules: readonly Rule[] = [
  {
    what: 'code is never made of text',
    pattern: /\beval\(|new Function\(|node:vm\b|(setTimeout|setInterval)\(\s*['"`]/,
    such: ['eval(text)', 'new Function(text)', "from 'node:vm'", "setTimeout('run()')"],
  },
  {
    what: 'markup is never made of text',
    pattern: /dangerouslySetInnerHTML|\.(inner|outer)HTML\s*=|insertAdjacentHTML|document\.write/,
    such: ['dangerouslySetInnerHTML={{ __html: name }}', 'node.innerHTML = name', 'document.write(name)'],
  },
  {
    what: 'addresses of mails are encoded in links',
    pattern: /`mailto:/,
    such: ['href={`mailto:a@b`}'],
    of: 'frontend/',
    only: [
      'frontend/src/shared/company.ts',
      // the operator's own address
      'frontend/src/landing/Landing.tsx',
    ],
  },
  {
    what: 'only the embedded database starts processes',
    pattern: /child_process/,
    such: ["import { spawn } from 'node:child_process';"],
    only: ['backend/server/src/platform/embeddedPostgres/'],
  },
  {
    what: 'patterns are made of constants only',
    pattern: /\bRegExp\(/,
    such: ['new RegExp(query.q)'],
    only: [
      'backend/contract/src/texts.ts',
      'backend/contract/src/pages.ts',
      'backend/contract/src/invoices.ts',
    ],
  },
  {
    what: 'the server calls no address but by the clients of its settings',
    pattern: /\bfetch\(|\bhttps?\.(request|get)\((?!')|from 'undici'|\bnet\.connect\(/,
    such: ['fetch(body.url)', 'https.request(url)', 'http.get(url)'],
    of: 'backend/',
  },
  {
    what: 'uploads are not stored: files are written by the embedded database, backups and first starts only',
    pattern: /\b(writeFile|writeFileSync|appendFile|createWriteStream)\(/,
    such: ['await writeFile(name, upload)', 'createWriteStream(name)'],
    of: 'backend/server/',
    only: [
      'backend/server/src/app/',
      'backend/server/src/platform/embeddedPostgres/',
      // into the memory of pdfmake
      'backend/server/src/platform/pdf/renderPdf.ts',
    ],
  },
  {
    what: 'hashes are SHA-256, ciphers AES-256-GCM',
    pattern:
      /create(Hash|Hmac|Sign)\((?!'sha256')|create(Cipheriv|Decipheriv)\(\s*(?!'aes-256-gcm'|ALGORITHM\b)/,
    such: ["createHash('md5')", "createHmac('sha1', key)", "createCipheriv('aes-128-ecb', key, null)"],
  },
  {
    what: 'nothing secret comes from Math.random',
    pattern: /Math\.random/,
    such: ['const token = Math.random()'],
    // the pause before a new connection
    only: ['backend/event-store/src/eventstoredb/liveEvents.ts'],
  },
  {
    what: 'pages take no messages of other windows',
    pattern: /addEventListener\(\s*'message'|\bonmessage\b|window\.opener/,
    such: ["window.addEventListener('message', take)", 'window.onmessage = take'],
    of: 'frontend/',
    // from the portal's own stream of events
    only: ['frontend/src/shared/live/LiveUpdates.tsx'],
  },
  {
    what: 'the browser keeps what docs/security.md lists, and no other code stores anything',
    pattern: /localStorage|sessionStorage|indexedDB/,
    such: ["localStorage.setItem('token', token)"],
    of: 'frontend/',
    only: [
      'frontend/src/shared/theme/storedColorMode.ts',
      'frontend/src/admin/app/AdminProviders.tsx',
      'frontend/src/shared/toast/toasts.ts',
      'frontend/src/shared/http/askedPage.ts',
      'frontend/src/shared/http/keptEntries.ts',
      'frontend/src/dealer/order/order.ts',
    ],
  },
];

// Proves I35-22d
describe('in the code of the product', () => {
  it.each(rules)('$what', ({ pattern, such, of = '', only = [] }) => {
    for (const one of such) expect(one).toMatch(pattern);
    const looked = sources.filter(({ file }) => file.startsWith(of));
    expect(looked.length).toBeGreaterThan(100);
    const found = looked.filter(({ text }) => pattern.test(text)).map(({ file }) => file);
    expect(found.filter((file) => !only.some((start) => file.startsWith(start)))).toEqual([]);
    // an exception that is no longer needed goes
    expect(only.filter((start) => !found.some((file) => file.startsWith(start)))).toEqual([]);
  });
});

// Proves I35-22d
it('every installed package is listed with its version and hash', () => {
  const lock = JSON.parse(readFileSync(path.join(PROJECT, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<
      Record<string, { readonly version?: string; readonly integrity?: string; readonly link?: boolean }>
    >;
  };
  const installed = Object.entries(lock.packages).filter(
    ([name, { link }]) => name.includes('node_modules/') && link !== true,
  );
  expect(installed.length).toBeGreaterThan(500);
  const unknown = installed.filter(
    ([, { version, integrity }]) => version === undefined || !/^sha512-/.test(integrity ?? ''),
  );
  expect(unknown.map(([name]) => name)).toEqual([]);
});
