import { expect, test } from 'vitest';
import { z } from 'zod';
import * as contract from './index.ts';

/** As long as an address, so that only what asks for an address refuses it. */
const NO_ADDRESS = 'ann.at.example.com';

/** Fields of all schemas that take nothing but an address, and the entries of such lists, by name. */
const fields = Object.entries(contract).flatMap(([name, schema]) =>
  schema instanceof z.ZodObject
    ? Object.entries<z.ZodType>(schema.shape).flatMap(([field, type]) => {
        const single = type instanceof z.ZodArray ? (type.element as z.ZodType) : type;
        const takes = (text: string) => single.safeParse(text).success;
        return takes('ann@example.com') && !takes(NO_ADDRESS) ? [[`${name}.${field}`, single] as const] : [];
      })
    : [],
);

// Proves I35-31
test('these fields take nothing but an address', () => {
  expect(fields.map(([name]) => name).sort()).toEqual([
    'addUserSchema.email',
    'billingDetailsSchema.invoice_emails',
    'contactSchema.contact_email',
    'dealerRegistrationSchema.contact_email',
    'editAccountSchema.company_email',
    'editAccountSchema.invoice_emails',
    'editUserSchema.email',
    'forgotPasswordSchema.email',
    'inviteSchema.email',
    'portalSettingsSchema.alert_addresses',
    'profilePatchSchema.email',
    'profileSchema.email',
    'registerFormSchema.email',
    'registerSchema.email',
  ]);
});

// Proves I35-31
test.each(fields)('%s takes any valid address, and says what is wrong with another', (_name, field) => {
  for (const address of ['smith&sons@example.com', 'ann@bücher.example'])
    expect(field.safeParse(address)).toEqual({ success: true, data: address });
  const { error } = field.safeParse('ann..lee@example.com');
  expect(error?.issues[0]?.message).toMatch(/: a dot before the @ needs a character on each side$/);
});
