import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { editAccountSchema } from './accounts.ts';
import { adminNewSiteSchema, adminSitePatchSchema } from './adminSites.ts';
import { addUserSchema, editUserSchema } from './adminUsers.ts';
import { promotionalPricingSchema, readerRateSchema, siteRateFormSchema } from './rates.ts';

/** What a schema says to these values: the message of each field at fault, or the parsed values. */
function parsed(schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  return Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path.join('.'), message]));
}

describe('the reader rate (S2-5)', () => {
  it.each([
    [undefined, 'Rate is required'],
    [null, 'Rate is required'],
    ['', 'Rate is required'],
    ['  ', 'Rate is required'],
    ['seven', 'Rate must be a number'],
    ['1e2', 'Rate must be a number'],
    [Number.NaN, 'Rate must be a number'],
    [true, 'Rate must be a number'],
    [['7'], 'Rate must be a number'],
    ['-1', 'Rate must be a positive number'],
    [-0.01, 'Rate must be a positive number'],
    ['6.505', 'Rate must be a number with at most two decimals'],
    [1000.01, 'Rate must be at most $1,000.00'],
    ['99999999999999999999', 'Rate must be at most $1,000.00'],
  ])('as %j', (rate, message) => {
    expect(parsed(readerRateSchema, { rate })).toEqual({ rate: message });
    expect(parsed(siteRateFormSchema, { custom_reader_rate: rate })).toEqual({ custom_reader_rate: message });
  });

  it.each([
    ['6.50', 650],
    [7, 700],
    ['0', 0],
    [0, 0],
    [' .5 ', 50],
    ['5.', 500],
    [1000, 100_000],
  ])('%j is %i cents', (rate, cents) => {
    expect(parsed(readerRateSchema, { rate })).toEqual({ rate: cents, effective_from: null });
  });

  it('may begin on a day ahead', () => {
    expect(parsed(readerRateSchema, { rate: 6, effective_from: '2026-05-01' })).toMatchObject({
      effective_from: '2026-05-01',
    });
    expect(parsed(readerRateSchema, { rate: 6, effective_from: '' })).toMatchObject({ effective_from: null });
    expect(parsed(readerRateSchema, { rate: 6, effective_from: '2026-02-30' })).toEqual({
      effective_from: 'Please enter a date',
    });
  });
});

describe('promotional pricing (S2-5)', () => {
  const right = { promotional_reader_rate: '4.25', promotional_months: '24' };
  it('accepts rate, months and the two switches', () => {
    expect(
      parsed(promotionalPricingSchema, {
        ...right,
        promotional_pricing_active: true,
        promotional_license_pricing: false,
      }),
    ).toEqual({
      promotional_reader_rate: 425,
      promotional_months: 24,
      promotional_pricing_active: true,
      promotional_license_pricing: false,
    });
  });
  it.each([
    ['promotional_reader_rate', '', 'Promotional rate is required'],
    ['promotional_reader_rate', undefined, 'Promotional rate is required'],
    ['promotional_reader_rate', 'x', 'Rate must be a number'],
    ['promotional_reader_rate', -1, 'Rate must be a positive number'],
    ['promotional_months', '', 'Months is required'],
    ['promotional_months', undefined, 'Months is required'],
    ['promotional_months', null, 'Months is required'],
    ['promotional_months', 'two', 'Months must be a number'],
    ['promotional_months', 1.5, 'Months must be a number'],
    ['promotional_months', 0, 'Months must be at least 1'],
    ['promotional_months', '-3', 'Months must be at least 1'],
    ['promotional_months', 601, 'Months must be at most 600'],
    ['promotional_pricing_active', 'yes', 'Please choose on or off'],
  ])('%s as %j', (field, value, message) => {
    expect(parsed(promotionalPricingSchema, { ...right, [field]: value })).toEqual({ [field]: message });
  });
});

describe('users by an administrator (S2-5)', () => {
  const right = {
    username: 'bob',
    email: 'bob@example.com',
    password: 'secret-12',
    name: 'Bob',
    company: 'Bob Ltd',
  };
  it('adds a dealer without chosen company or Dealer ID', () => {
    expect(parsed(addUserSchema, { ...right, account_id: '', is_approved: true })).toEqual({
      ...right,
      is_admin: false,
      staff_role: 'admin',
      account_id: null,
      dealer_id: '',
    });
  });
  // Proves S2-5-admin-1
  it.each([
    ['username', 'bo', 'Username must be at least 3 characters'],
    ['email', 'bob', 'Please enter a valid email address'],
    ['password', '1234567', 'Password must be at least 8 characters'],
    ['password', 'é'.repeat(40), 'Password must be at most 72 bytes'],
    ['name', ' ', 'Name is required'],
    ['company', '', 'Company is required'],
    ['dealer_id', 'KS12', 'Dealer ID must be in format KS + 4 digits'],
    ['dealer_id', 'ks0001', 'Dealer ID must be in format KS + 4 digits'],
  ])('adding with %s as %j', (field, value, message) => {
    expect(parsed(addUserSchema, { ...right, [field]: value })).toEqual({ [field]: message });
  });
  // Proves S2-5-admin-1
  it.each([
    ['username', 'bo', 'Username must be at least 3 characters'],
    ['email', '', 'Please enter a valid email address'],
    ['name', '', 'Name is required'],
    ['company', '', 'Company is required'],
    ['dealer_id', 'KS00001', 'Dealer ID must be in format KS + 4 digits'],
    ['dealer_id', 7, 'Dealer ID must be in format KS + 4 digits'],
    ['password', '12345', 'Password must be at least 6 characters'],
    ['password', 'é'.repeat(40), 'Password must be at most 72 bytes'],
    ['password', 123456, 'Password must be at least 6 characters'],
  ])('editing with %s as %j', (field, value, message) => {
    expect(parsed(editUserSchema, { [field]: value })).toEqual({ [field]: message });
  });
  it('accepts a blank password and Dealer ID, and drops unknown fields', () => {
    expect(parsed(editUserSchema, { password: '', dealer_id: null, is_approved: true, id: 'x' })).toEqual({
      password: '',
      dealer_id: '',
    });
  });
});

describe('sites by an administrator (S2-5)', () => {
  const right = { site_name: 'Pier', number_of_acu_panels: '2', account_id: 'a1' };
  it('adds a site with name, panels and company; a blank rate is none', () => {
    expect(parsed(adminNewSiteSchema, { ...right, number_of_readers: 0, custom_reader_rate: '' })).toEqual({
      site_name: 'Pier',
      number_of_acu_panels: 2,
      number_of_readers: 0,
      account_id: 'a1',
      custom_reader_rate: null,
    });
  });
  it.each([
    ['site_name', '', 'Site name is required'],
    ['number_of_acu_panels', undefined, 'Number of ACU panels is required'],
    ['number_of_acu_panels', 0, 'Please enter a whole number from 1 to 10'],
    ['number_of_acu_panels', 11, 'Please enter a whole number from 1 to 10'],
    ['number_of_readers', -1, 'Please enter a whole number from 0 to 100,000'],
    ['number_of_readers', '100001', 'Please enter a whole number from 0 to 100,000'],
    ['account_id', '', 'Please choose a company'],
    ['custom_reader_rate', '-1', 'Rate must be a positive number'],
    ['custom_reader_rate', 'x', 'Rate must be a number'],
    ['site_state', 'ZZ', 'Please choose a state'],
  ])('adding with %s as %j', (field, value, message) => {
    expect(parsed(adminNewSiteSchema, { ...right, [field]: value })).toEqual({ [field]: message });
  });
  it('edits only the given fields', () => {
    expect(parsed(adminSitePatchSchema, { custom_reader_rate: null, id: 'x', is_active: false })).toEqual({
      custom_reader_rate: null,
      effective_from: null,
    });
    expect(parsed(adminSitePatchSchema, { site_name: ' ' })).toEqual({ site_name: 'Site name is required' });
    expect(parsed(adminSitePatchSchema, { status: 'deleted' })).toHaveProperty('status');
  });
});

describe('a company (S2-5)', () => {
  it('has a name', () => {
    expect(parsed(editAccountSchema, { name: '' })).toEqual({ name: 'Company name is required' });
    expect(parsed(editAccountSchema, { company_name: ' ' })).toEqual({
      company_name: 'Company name is required',
    });
    expect(parsed(editAccountSchema, { company_email: 'x' })).toEqual({
      company_email: 'Please enter a valid email address',
    });
    expect(parsed(editAccountSchema, { company_email: '', is_demo_account: false })).toEqual({
      company_email: '',
    });
  });
});
