import { HttpProblem } from '../../../platform/http/errors.ts';

/** How many of the most common passwords are refused (OWASP ASVS 5.0, 6.2.4 asks for 3,000). */
const MAX_COMMON_PASSWORDS = 10_000;
const COMMON_PASSWORD = 'This is one of the most common passwords. Please choose another one.';

let common: Promise<ReadonlySet<string>> | undefined;

/** Loaded when the first password is set: the list takes a few megabytes. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].slice(0, MAX_COMMON_PASSWORDS));
}

/**
 * Refuses a new password that attackers try first, whatever its case.
 * @param field its name in the request
 * @throws HttpProblem 422
 */
export async function refuseCommonPassword(password: string, field: string): Promise<void> {
  common ??= load();
  if ((await common).has(password.toLowerCase()))
    throw new HttpProblem(422, COMMON_PASSWORD, { path: field });
}
