import { z } from 'zod';

/** http or https only: never `javascript:` or `data:`. */
const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });

/** GET /api/resources (S2-2-resources): what RESOURCES_FILE holds, and the encryption key. */
export const resourcesSchema = z.object({
  installation_steps: z.array(z.string()),
  panel_settings: z.array(z.object({ name: z.string(), value: z.string() })),
  downloads: z.array(z.object({ name: z.string(), description: z.string(), url: webAddress })),
  /** PANEL_ENCRYPTION_KEY, null where none is set; part of no bundle. */
  encryption_key: z.string().nullable(),
  upgrade_program_url: webAddress.nullable(),
});
export type Resources = z.infer<typeof resourcesSchema>;

/** RESOURCES_FILE: all but the key, which has a setting of its own so that it is in no file. */
export const resourcesFileSchema = resourcesSchema.omit({ encryption_key: true });
