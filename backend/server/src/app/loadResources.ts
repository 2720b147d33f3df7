import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Resources, resourcesFileSchema } from '@portal/contract';

const SAMPLE = path.resolve(import.meta.dirname, '../../resources.sample.json');

/**
 * The resources of RESOURCES_FILE, by default a sample, with PANEL_ENCRYPTION_KEY.
 * @throws Error of one line about what is wrong in the file
 */
export async function loadResources(settings: {
  readonly resourcesFile: string | null;
  readonly panelEncryptionKey: string | null;
}): Promise<Resources> {
  const file = settings.resourcesFile ?? SAMPLE;
  const wrong = (problem: string) => new Error(`RESOURCES_FILE ${file} can't be used: ${problem}`);
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw wrong(error.message);
  });
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw wrong('it is not JSON');
  }
  const parsed = resourcesFileSchema.safeParse(content);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw wrong(`${issue?.path.map(String).join('.') ?? ''} ${issue?.message ?? ''}`);
  }
  return { ...parsed.data, encryption_key: settings.panelEncryptionKey };
}
