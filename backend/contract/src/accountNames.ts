import { z } from 'zod';
import { requiredText } from './texts.ts';

/** The names of an account when one is made (S1-5 schema). */
export const accountNamesSchema = z.object({
  name: requiredText('Account name must be at least 2 characters', 2),
  company_name: requiredText('Company name must be at least 2 characters', 2),
});
