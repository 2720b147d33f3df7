import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { newMigrationSchema, newSiteSchema, orderFormSchema } from './index.ts';

const site = {
  site_name: 'Harbor Gate',
  site_address: '2 Pier Rd',
  site_city: 'Albany',
  site_state: 'NY',
  site_zip: '12207',
  number_of_readers: '12',
};
const migration = {
  migration_site_name: 'Old Mill',
  migration_site_address: '2 Dock Rd',
  migration_site_city: 'Troy',
  migration_site_state: 'NY',
  migration_site_zip: '12180',
  system7_site_id: 'S7-17',
  num_controllers: '2',
  number_of_acu_panels: '1',
  number_of_readers: '8',
};

/** What a form is told: the message of each field at fault, or what was read. */
function told(schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  return Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path.join('.'), message]));
}

describe('the hardware of an order', () => {
  const PROBLEM = "Hardware can be 'CA 150 Panel' or 'Netcom6P'";
  const forms = [
    ['a site', newSiteSchema, (hardware: unknown) => ({ ...site, hardware }), ''],
    ['a migration', newMigrationSchema, (hardware: unknown) => ({ ...migration, hardware }), ''],
    [
      'an order of a site',
      orderFormSchema,
      (hardware: unknown) => ({ kind: 'site', site: { ...site, hardware } }),
      'site.',
    ],
    [
      'an order of a migration',
      orderFormSchema,
      (hardware: unknown) => ({ kind: 'migration', migration: { ...migration, hardware } }),
      'migration.',
    ],
    [
      'an import',
      orderFormSchema,
      (hardware: unknown) => ({ kind: 'sites', sites: [site, { ...site, hardware }] }),
      'sites.1.',
    ],
  ] as const;

  it.each(forms)('of %s is from one list', (_name, schema, form, path) => {
    expect(schema.safeParse(form(['CA 150 Panel', 'Netcom6P'])).success).toBe(true);
    expect(schema.safeParse(form([])).success).toBe(true);
    for (const text of [
      '10 x CA 150 Panel',
      'ca 150 panel',
      'CA\u00a0150 Panel',
      'CA 150 Panel ',
      'CA  150 Panel',
      'Netcom6P\u200b',
      'netcom6p',
      'Anything',
      '',
      7,
      null,
    ])
      expect([text, told(schema, form(['Netcom6P', text]))]).toEqual([
        text,
        { [`${path}hardware.1`]: PROBLEM },
      ]);
    for (const none of ['CA 150 Panel', null, { 0: 'Netcom6P' }])
      expect(told(schema, form(none))).toEqual({ [`${path}hardware`]: PROBLEM });
    expect(told(schema, form(Array(21).fill('Netcom6P')))).toEqual({ [`${path}hardware`]: PROBLEM });
  });
});
