import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import {
  adminSitePatchSchema,
  newMigrationSchema,
  newSiteSchema,
  orderFormSchema,
  siteDetailsSchema,
} from './index.ts';

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
function parsed(schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  return Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path.join('.'), message]));
}

describe('what may be left blank', () => {
  // Proves S1-5-orders-4
  it.each(['', '  ', undefined])('panels of a new site: %j is 1', (number_of_acu_panels) => {
    expect(parsed(newSiteSchema, { ...site, number_of_acu_panels })).toMatchObject({
      number_of_acu_panels: 1,
    });
  });
  // Proves S1-5-orders-4
  it.each(['', '  ', undefined])('the requested date: %j is none', (day) => {
    const asked = parsed(newSiteSchema, { ...site, requested_date: day }) as { requested_date?: string };
    expect([asked, asked.requested_date]).toEqual([
      expect.objectContaining({ site_name: 'Harbor Gate' }),
      undefined,
    ]);
    expect(parsed(newMigrationSchema, { ...migration, requested_migration_date: day })).toMatchObject({
      migration_site_name: 'Old Mill',
    });
  });
  // Proves S1-5-orders-4
  it.each(['', '  ', undefined])('the software version of a migration: %j is aurora', (software_version) => {
    expect(parsed(newMigrationSchema, { ...migration, software_version })).toMatchObject({
      software_version: 'aurora',
    });
  });
  // Proves S1-5-orders-4
  it.each(['', '  ', undefined])('panels and readers of an edited site: %j keeps the value', (count) => {
    const dealers = parsed(siteDetailsSchema, { ...site, number_of_acu_panels: count, site_notes: '' });
    expect(dealers).toMatchObject({ site_name: 'Harbor Gate' });
    expect(dealers).toHaveProperty('number_of_acu_panels', undefined);
    const admins = parsed(adminSitePatchSchema, {
      number_of_acu_panels: count,
      number_of_readers: count,
    }) as {
      readonly number_of_acu_panels?: number;
      readonly number_of_readers?: number;
    };
    expect([admins.number_of_acu_panels, admins.number_of_readers]).toEqual([undefined, undefined]);
  });
  it('does not include other texts', () => {
    const wrong = {
      ...site,
      number_of_acu_panels: 'two',
      requested_date: '31/12/2026',
    };
    expect(parsed(newSiteSchema, wrong)).toEqual({
      number_of_acu_panels: 'Please enter a whole number from 0 to 1,000',
      requested_date: 'Please enter a date',
    });
    expect(parsed(newMigrationSchema, { ...migration, software_version: 'system7' })).toEqual({
      software_version: 'Please choose a software version',
    });
    const edited = { number_of_acu_panels: '0.5', number_of_readers: 'many' };
    expect(parsed(adminSitePatchSchema, edited)).toEqual({
      number_of_acu_panels: 'Please enter a whole number from 0 to 1,000',
      number_of_readers: 'Please enter a whole number from 0 to 100,000',
    });
  });
});

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

  // Proves S1-5-orders-3
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
      expect([text, parsed(schema, form(['Netcom6P', text]))]).toEqual([
        text,
        { [`${path}hardware.1`]: PROBLEM },
      ]);
    for (const none of ['CA 150 Panel', null, { 0: 'Netcom6P' }])
      expect(parsed(schema, form(none))).toEqual({ [`${path}hardware`]: PROBLEM });
    expect(parsed(schema, form(Array(21).fill('Netcom6P')))).toEqual({ [`${path}hardware`]: PROBLEM });
  });
});

describe('texts that may be left out', () => {
  const LINE = 'Please remove line breaks and control characters';
  const NOTE = 'Please remove control characters';
  it.each([
    'bell\u0007',
    'two\nlines',
    'a\u0000b',
    'tab\tbed',
    'next\u0085line',
    'Line\u2028separator',
    'A\u2029b',
    'a\u202etxt',
  ])('on one line: not %j', (text) => {
    expect(parsed(newSiteSchema, { ...site, software_version: text })).toEqual({ software_version: LINE });
    expect(parsed(newMigrationSchema, { ...migration, current_system: text, other_system: text })).toEqual({
      current_system: LINE,
      other_system: LINE,
    });
    expect(parsed(adminSitePatchSchema, { site_address: text, software_version: text })).toEqual({
      site_address: LINE,
      software_version: LINE,
    });
  });
  it('of several lines: line breaks and tabs, no other control characters', () => {
    const lines = 'Ring first.\r\n\tThen wait.\nThank you.';
    expect(parsed(newSiteSchema, { ...site, site_notes: lines })).toMatchObject({ site_notes: lines });
    expect(parsed(newSiteSchema, { ...site, site_notes: 'bell\u0007' })).toEqual({ site_notes: NOTE });
    for (const text of ['a\u0000b', 'a\u2028b', '\ud83c alone'])
      expect(parsed(newMigrationSchema, { ...migration, migration_notes: text })).toEqual({
        migration_notes: NOTE,
      });
  });
  // Proves I35-32b
  it('of scripts that documents can show: others are named', () => {
    const parsedWith = (text: string) => parsed(newSiteSchema, { ...site, site_notes: text });
    expect(parsedWith('ዳር')).toEqual({
      site_notes: "Documents can't show the character ዳ. Please leave it out.",
    });
    for (const text of [
      '株式会社セキュリティ',
      'שער צפון',
      'شركة الأمان',
      '🏢 Towers',
      '한국',
      'Ελλάδα',
      'ｾｷｭﾘﾃｨ ½',
    ])
      expect(parsedWith(text)).toMatchObject({ site_notes: text });
  });
});
