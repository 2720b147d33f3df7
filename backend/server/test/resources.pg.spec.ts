import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { resourcesSchema } from '@portal/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadResources } from '../src/app/loadResources.ts';
import { startTestPortal, type TestPortal } from './support/testPortal.ts';

describe('GET /api/resources', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await startTestPortal({}, { environment: { PANEL_ENCRYPTION_KEY: 'panel-key-for-tests' } });
  });
  afterAll(() => portal.stop());

  // Proves S2-2-resources-5
  it('serves texts, downloads and the key to approved dealers and administrators only', async () => {
    const { client } = await portal.dealer('installer');
    const answered = await client.get('/api/resources');
    expect(answered.status).toBe(200);
    const resources = resourcesSchema.parse(answered.json);
    expect(resources.encryption_key).toBe('panel-key-for-tests');
    expect(resources.downloads.map(({ name }) => name)).toEqual([
      'Client setup',
      'Installation',
      'Reverse-IP tool',
      'USB-serial driver',
      'Installation guide (PDF)',
    ]);
    expect((await (await portal.admin()).get('/api/resources')).status).toBe(200);

    const waiting = await portal.dealer('waiting', false);
    for (const [one, status] of [
      [waiting.client, 403],
      [portal.client(), 401],
    ] as const) {
      const refused = await one.get('/api/resources');
      expect([refused.status, refused.text.includes('panel-key')]).toEqual([status, false]);
    }
  });
});

describe('RESOURCES_FILE', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'resources-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function load(content: string) {
    const resourcesFile = path.join(folder, 'resources.json');
    await writeFile(resourcesFile, content);
    return loadResources({ resourcesFile, panelEncryptionKey: null });
  }
  const good = { installation_steps: ['One'], panel_settings: [], downloads: [], upgrade_program_url: null };

  // Proves S2-2-resources-2
  it('takes the place of the sample', async () => {
    expect(await load(JSON.stringify(good))).toEqual({ ...good, encryption_key: null });
  });

  it.each([
    ['not JSON', '{', /it is not JSON$/],
    ['a field missing', JSON.stringify({ ...good, installation_steps: undefined }), /installation_steps/],
    [
      'an address that runs a script',
      JSON.stringify({ ...good, downloads: [{ name: 'A', description: 'B', url: 'javascript:alert(1)' }] }),
      /downloads\.0\.url must be an http or https address$/,
    ],
  ])('with %s stops the start with one line', async (_what, content, problem) => {
    await expect(load(content)).rejects.toThrow(problem);
    await expect(load(content)).rejects.toThrow(/^RESOURCES_FILE [^\n]+$/);
  });

  it('that is missing stops the start', async () => {
    const missing = { resourcesFile: path.join(folder, 'missing.json'), panelEncryptionKey: null };
    await expect(loadResources(missing)).rejects.toThrow(
      /^RESOURCES_FILE .*missing\.json can't be used: ENOENT/,
    );
  });
});
