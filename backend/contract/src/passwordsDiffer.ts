// A file of its own: pages without passwords load texts.ts.

/** Refinement of a form that asks for a password twice; checked even while other fields are wrong. */
export const PASSWORDS_DIFFER = {
  path: ['confirmPassword'],
  error: 'Passwords do not match',
  when: () => true,
};
