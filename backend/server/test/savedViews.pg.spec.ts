import { paths } from '@portal/contract';
import { beforeAll, expect, it } from 'vitest';
import type { HttpClient } from './support/httpClient.ts';
import { startTestPortal } from './support/testPortal.ts';

let admin: HttpClient;
const names = async () =>
  ((await admin.get(paths.admin.savedViews)).json as { name: string }[]).map(({ name }) => name).sort();
const save = (name: string) =>
  admin.post(paths.admin.savedViews, { name, resource: 'invoices', query: `q=${name}` });
const remove = (name: string) => admin.delete(paths.admin.savedViews, { resource: 'invoices', name });

beforeAll(async () => {
  admin = await (await startTestPortal()).admin();
});

// Proves I35-35
it('views that two tabs save at once are all kept', async () => {
  const answers = await Promise.all(['May', 'Big', 'Late'].map(save));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await names()).toEqual(['Big', 'Late', 'May']);
});

it('a name is saved once, also by two tabs at once', async () => {
  const answers = await Promise.all([save('Twice'), save('Twice')]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  expect(await save('Twice')).toMatchObject({
    status: 400,
    json: { error: 'There is already a view of that name' },
  });
});

// Proves I35-35
it('deleting a view leaves those that were saved meanwhile', async () => {
  await Promise.all([remove('May'), save('New'), remove('Big')]);
  expect(await names()).toEqual(['Late', 'New', 'Twice']);
  expect((await remove('unknown')).status).toBe(200);
});
