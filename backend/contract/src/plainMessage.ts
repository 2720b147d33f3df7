import type { z } from 'zod';

const FAULTS: Readonly<Record<string, string>> = {
  invalid_value: 'is not one of the values offered',
  too_small: 'is too small or too short',
  too_big: 'is too large or too long',
};

/** Parse parameters: a plain message that names the field, for faults that a schema has no message for (rule T4). */
export const PLAIN: { readonly error: z.core.$ZodErrorMap } = {
  error({ code = '', input, path = [] }) {
    // `newPassword` and `sites.2.site_name` in words: the last named part of the path
    const name = path
      .findLast((part) => typeof part === 'string')
      ?.toString()
      .replace(/[A-Z]/g, ' $&')
      .replaceAll('_', ' ')
      .toLowerCase();
    if (!name) return 'The request is not valid';
    const fault = input === undefined ? 'is required' : (FAULTS[code] ?? 'is not valid');
    return `${name.charAt(0).toUpperCase()}${name.slice(1)} ${fault}`;
  },
};
