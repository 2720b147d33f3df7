import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import {
  accountNamesSchema,
  authTabLoginSchema,
  changePasswordFormSchema,
  contactSchema,
  dealerRegistrationSchema,
  fieldErrors,
  forgotPasswordSchema,
  loginSchema,
  neededReasonSchema,
  newSiteSchema,
  profileSchema,
  registerFormSchema,
  registerSchema,
  resetPasswordFormSchema,
  resetPasswordSchema,
  secondFactorCodeSchema,
  secondFactorProofSchema,
  secondFactorSetupSchema,
} from './index.ts';

/** A form that passes, and for each field what is wrong with it when it is absent, empty or of another type. */
interface FormCase {
  readonly schema: z.ZodType;
  readonly valid: Record<string, unknown>;
  readonly messages: Record<string, string>;
}

const registration = {
  name: 'Ada Lovelace',
  company: 'Analytical Alarms',
  email: 'ada@example.com',
  phone: '7185550100',
  address: '1 Engine Way',
  city: 'Staten Island',
  state: 'NY',
  zip: '10311',
  username: 'ada',
  password: 'secret1',
  agreeToTerms: true,
};

const forms: Record<string, FormCase> = {
  'login page': {
    schema: loginSchema,
    valid: { username: 'ada', password: 'secret1' },
    messages: { username: 'Username is required', password: 'Password is required' },
  },
  'login tab of /auth': {
    schema: authTabLoginSchema,
    valid: { username: 'ada', password: 'secret1' },
    messages: {
      username: 'Username must be at least 3 characters',
      password: 'Password must be at least 6 characters',
    },
  },
  registration: {
    schema: registerSchema,
    valid: registration,
    messages: {
      name: 'Name must be at least 2 characters',
      company: 'Company must be at least 2 characters',
      email: 'Must provide a valid email address',
      phone: 'Phone number must be at least 10 characters',
      address: 'Address is required',
      city: 'City is required',
      state: 'State is required',
      zip: 'ZIP code is required',
      username: 'Username must be at least 3 characters',
      password: 'Password must be at least 6 characters',
      agreeToTerms: 'You must agree to the terms and conditions',
    },
  },
  'registration form': {
    schema: registerFormSchema,
    valid: { ...registration, confirmPassword: 'secret1' },
    messages: { confirmPassword: 'Passwords do not match' },
  },
  'dealer registration schema': {
    schema: dealerRegistrationSchema,
    valid: {
      company_name: 'Analytical Alarms',
      contact_name: 'Ada',
      contact_phone: '7185550100',
      contact_email: 'ada@example.com',
      address: '1 Engine Way',
      city: 'Staten Island',
      state: 'NY',
      zip: '10311',
      business_type: 'Installer',
      terms: true,
    },
    messages: {
      company_name: 'Company name is required',
      contact_name: 'Contact name is required',
      contact_phone: 'Contact phone is required',
      contact_email: 'Invalid email address',
      address: 'Address is required',
      city: 'City is required',
      state: 'State is required',
      zip: 'ZIP code is required',
      business_type: 'Business type is required',
      terms: 'You must accept the terms and conditions',
    },
  },
  'forgot password': {
    schema: forgotPasswordSchema,
    valid: { email: 'ada@example.com' },
    messages: { email: 'Please enter a valid email address' },
  },
  'reset password call': {
    schema: resetPasswordSchema,
    valid: { token: 'abc', newPassword: 'secret1' },
    messages: {
      token: 'Invalid reset token. Please request a new password reset.',
      newPassword: 'Password must be at least 6 characters',
    },
  },
  'set new password form': {
    schema: resetPasswordFormSchema,
    valid: { newPassword: 'secret1', confirmPassword: 'secret1' },
    messages: { confirmPassword: 'Passwords do not match' },
  },
  'second step of a login': {
    schema: secondFactorCodeSchema,
    valid: { code: '123 456' },
    messages: { code: 'Enter the code from your authenticator app' },
  },
  'second factor, set-up': {
    schema: secondFactorSetupSchema,
    valid: { currentPassword: 'secret1' },
    messages: { currentPassword: 'Enter your current password' },
  },
  'second factor, off or new codes': {
    schema: secondFactorProofSchema,
    valid: { currentPassword: 'secret1', code: 'ABCDE-fghjk' },
    messages: {
      currentPassword: 'Enter your current password',
      code: 'Enter the code from your authenticator app',
    },
  },
  'second factor, reset': {
    schema: neededReasonSchema,
    valid: { reason: 'Phone lost' },
    messages: { reason: 'Please give a reason' },
  },
  contact: {
    schema: contactSchema,
    valid: {
      contact_name: 'Ada',
      contact_email: 'ada@example.com',
      contact_subject: 'support',
      contact_message: 'Hello',
    },
    messages: {
      contact_name: 'Name is required',
      contact_email: 'Invalid email address',
      contact_subject: 'Subject is required',
      contact_message: 'Message is required',
    },
  },
  profile: {
    schema: profileSchema,
    valid: {
      name: 'Ada',
      email: 'ada@example.com',
      company: 'Analytical Alarms',
      phone: '7185550100',
      address: '1 Engine Way',
      city: 'Staten Island',
      state: 'NY',
      zip: '10311',
    },
    messages: {
      name: 'Name is required',
      email: 'Please enter a valid email address',
      company: 'Company is required',
      phone: 'Phone number must be at least 10 characters',
      address: 'Address is required',
      city: 'City is required',
      state: 'State is required',
      zip: 'ZIP code must be at least 5 characters',
    },
  },
  'account names': {
    schema: accountNamesSchema,
    valid: { name: 'Northgate', company_name: 'Northgate Security' },
    messages: {
      name: 'Account name must be at least 2 characters',
      company_name: 'Company name must be at least 2 characters',
    },
  },
  'change password form': {
    schema: changePasswordFormSchema,
    valid: { currentPassword: 'secret1', newPassword: 'secret2', confirmPassword: 'secret2' },
    messages: {
      currentPassword: 'Current password must be at least 6 characters',
      newPassword: 'New password must be at least 6 characters',
      confirmPassword: 'Confirm password must be at least 6 characters',
    },
  },
  'new site': {
    schema: newSiteSchema,
    valid: {
      site_name: 'Front gate',
      site_address: '1 Engine Way',
      site_city: 'Staten Island',
      site_state: 'NY',
      site_zip: '10311',
      number_of_readers: '12',
    },
    messages: {
      site_name: 'Site name is required',
      site_address: 'Site address is required',
      site_city: 'City is required',
      site_state: 'State is required',
      site_zip: 'ZIP code is required',
      number_of_readers: 'Number of readers is required',
    },
  },
};

/** The first message at a field, undefined where the field is fine. */
function messageAt(schema: z.ZodType, value: unknown, path: string): string | undefined {
  const result = schema.safeParse(value);
  if (result.success) return undefined;
  return fieldErrors(result.error).find((problem) => problem.path === path)?.message;
}

describe.each(Object.entries(forms))('%s', (_name, { schema, valid, messages }) => {
  test('a complete form passes', () => {
    expect(schema.safeParse(valid).error).toBeUndefined();
  });

  // Proves S1-5-login-1, S1-5-login-2, S1-5-register-1, S1-5-register-2, S1-5-register-3, S1-5-register-4
  // Proves S1-5-register-5, S1-5-register-6, S1-5-register-7, S1-5-register-8, S1-5-register-9, S1-5-dealer-1
  // Proves S1-5-reset-2, S2-5-2, S2-5-3, S2-5-4b
  test.each(Object.entries(messages))('%s: "%s" when absent, empty or of another type', (field, message) => {
    const { [field]: _left, ...without } = valid;
    expect(messageAt(schema, without, field)).toBe(message);
    expect(messageAt(schema, { ...valid, [field]: '' }, field)).toBe(message);
    for (const wrong of [null, {}, [], true === valid[field] ? 'true' : true]) {
      expect(messageAt(schema, { ...valid, [field]: wrong }, field)).toBe(message);
    }
  });
});

describe('limits', () => {
  // Proves S1-5-register-1, S1-5-register-2, S1-5-register-4, S1-5-register-5, S1-5-register-6
  test.each([
    ['username', 'lee'],
    ['password', 'kq7-zx'],
    ['name', 'Al'],
    ['company', '3M'],
    ['phone', '7185550100'],
  ])('a registration with the shortest %s, %s, passes', (field, value) => {
    expect(messageAt(registerSchema, { ...registration, [field]: value }, field)).toBeUndefined();
  });

  // Proves S1-9-2, S1-5-register-1, S1-5-register-2, S1-5-register-3, S1-5-register-4, S1-5-register-5
  // Proves S1-5-register-6
  test.each([
    ['username', 'ab', 'Username must be at least 3 characters'],
    ['password', '12345', 'Password must be at least 6 characters'],
    ['phone', '718555010', 'Phone number must be at least 10 characters'],
    ['email', 'not-an-address', 'Must provide a valid email address'],
    [
      'email',
      'ann..lee@example.com',
      'Must provide a valid email address: a dot before the @ needs a character on each side',
    ],
    ['company', '\u2800\u2800', 'Company must be at least 2 characters'],
    ['company', '!!!', 'Please use at least one letter or digit'],
    ['username', 'ann\u200Blee', 'Please use only letters, digits and . _ @ + - in a username'],
    ['username', 'ann lee', 'Please use only letters, digits and . _ @ + - in a username'],
    ['name', 'A', 'Name must be at least 2 characters'],
    ['company', 'A', 'Company must be at least 2 characters'],
    ['address', '   ', 'Address is required'],
    ['agreeToTerms', false, 'You must agree to the terms and conditions'],
    ['name', 'Ada\r\nBcc: x@example.com', 'Please remove line breaks and control characters'],
    ['company', 'Line\u2028separator', 'Please remove line breaks and control characters'],
    ['name', 'a'.repeat(201), 'Please use at most 200 characters'],
    ['password', 'ä'.repeat(37), 'Password must be at most 72 bytes'],
  ])('registration %s = %j is refused: %s', (field, value, message) => {
    expect(messageAt(registerSchema, { ...registration, [field]: value }, field)).toBe(message);
  });

  // Proves S2-5-1
  test.each([
    ['name', 'A', 'Name is required'],
    ['company', 'A', 'Company is required'],
    ['company', 'Line\u2028separator', 'Please remove line breaks and control characters'],
    ['phone', '718555010', 'Phone number must be at least 10 characters'],
    ['address', '1', 'Address is required'],
    ['city', 'S', 'City is required'],
    ['zip', '1031', 'ZIP code must be at least 5 characters'],
  ])('a profile with %s = %j is refused: %s', (field, value, message) => {
    const { valid } = forms.profile as FormCase;
    expect(messageAt(profileSchema, { ...valid, [field]: value }, field)).toBe(message);
  });

  // Proves S1-5-account-1
  test.each([
    ['name', 'AB', 'Account name must be at least 2 characters'],
    ['company_name', 'AB', 'Company name must be at least 2 characters'],
  ])('accepts an account with 2 characters of %s, not with 1', (field, two, message) => {
    const { valid } = forms['account names'] as FormCase;
    expect(messageAt(accountNamesSchema, { ...valid, [field]: two }, field)).toBeUndefined();
    expect(messageAt(accountNamesSchema, { ...valid, [field]: 'A' }, field)).toBe(message);
  });

  // Proves S1-5-register-12
  test('accepts a password of exactly 72 bytes', () => {
    expect(
      messageAt(registerSchema, { ...registration, password: 'ä'.repeat(36) }, 'password'),
    ).toBeUndefined();
  });

  test.each(['0', '-1', '1e9', '12abc', '100001', 1.5, '½'])('refuses %j readers', (readers) => {
    const { valid } = forms['new site'] as FormCase;
    expect(messageAt(newSiteSchema, { ...valid, number_of_readers: readers }, 'number_of_readers')).toBe(
      'Please enter a whole number from 1 to 100,000',
    );
  });

  // Proves S1-5-register-11
  test('compares both passwords even if other fields are invalid', () => {
    expect(
      messageAt(
        registerFormSchema,
        { ...registration, name: '', confirmPassword: 'other' },
        'confirmPassword',
      ),
    ).toBe('Passwords do not match');
  });

  // Proves S1-2-register-11
  test('strips captcha token, confirmPassword and roles from a registration', () => {
    const parsed = registerSchema.parse({
      ...registration,
      captchaToken: 'x',
      confirmPassword: 'y',
      is_admin: true,
      is_approved: true,
    });
    expect(Object.keys(parsed).sort()).toEqual(Object.keys(registration).sort());
  });

  test('ignores __proto__ in a body', () => {
    const body = JSON.parse(`${JSON.stringify(registration).slice(0, -1)},"__proto__":{"is_admin":true}}`);
    const parsed = registerSchema.parse(body) as Record<string, unknown>;
    expect(parsed.is_admin).toBeUndefined();
  });
});
