import { z } from 'zod';

/** GET /api/resources (spec 2, section 2, Dealer resources): what RESOURCES_FILE holds, and the encryption key. */
export const resourcesSchema = z.object({
  installation_steps: z.array(z.string()),
  panel_settings: z.array(z.object({ name: z.string(), value: z.string() })),
  downloads: z.array(z.object({ name: z.string(), description: z.string(), url: z.url() })),
  /** PANEL_ENCRYPTION_KEY; null where none is set. It stands in no bundle. */
  encryption_key: z.string().nullable(),
  upgrade_program_url: z.url().nullable(),
});
export type Resources = z.infer<typeof resourcesSchema>;
