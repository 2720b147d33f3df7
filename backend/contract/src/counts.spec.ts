import { describe, expect, it } from 'vitest';
import {
  adminNewSiteSchema,
  adminSitePatchSchema,
  newMigrationSchema,
  newSiteSchema,
  readerChangeAnswerSchema,
  readerChangeSchema,
  siteDetailsSchema,
} from './index.ts';

const accepts = (schema: { safeParse(value: unknown): { success: boolean } }, value: unknown) =>
  schema.safeParse(value).success;

describe('readers: accepts 100,000, not one more', () => {
  it.each([
    ['New Site', newSiteSchema.shape.number_of_readers],
    ['Migration', newMigrationSchema.shape.number_of_readers],
    ["the administrator's Add New Site", adminNewSiteSchema.shape.number_of_readers],
    ["the administrator's Edit Site", adminSitePatchSchema.shape.number_of_readers],
    ['Request reader change', readerChangeSchema.shape.number_of_readers],
    ['the answer to it', readerChangeAnswerSchema.shape.number_of_readers],
  ])('%s', (_form, schema) => {
    for (const bound of [100_000, '100000']) expect(accepts(schema, bound)).toBe(true);
    for (const above of [100_001, '100001']) expect(accepts(schema, above)).toBe(false);
  });
});

describe('panels: accepts 1,000, not one more', () => {
  it.each([
    ['New Site', newSiteSchema.shape.number_of_acu_panels],
    ['Migration', newMigrationSchema.shape.number_of_acu_panels],
    ["the dealer's Edit Site", siteDetailsSchema.shape.number_of_acu_panels],
    ["the administrator's Edit Site", adminSitePatchSchema.shape.number_of_acu_panels],
  ])('%s', (_form, schema) => {
    for (const bound of [1_000, '1000']) expect(accepts(schema, bound)).toBe(true);
    for (const above of [1_001, '1001']) expect(accepts(schema, above)).toBe(false);
  });
});
