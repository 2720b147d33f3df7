/** Longest address and longest part before the @ (RFC 5321). */
const MAX_ADDRESS = 254;
const MAX_LOCAL = 64;

/** Characters of the part before the @ (RFC 5322, atext and the dot). */
const NOT_LOCAL = /[^\w.!#$%&'*+/=?^`{|}~-]/u;
/** Of a domain in any script; the rest of the check is that of internationalized domain names. */
const NOT_DOMAIN = /[^\p{L}\p{M}\p{N}.-]/u;

/** The domain in the ASCII form that mail servers use, in lower case; null if it can't have one. */
function asciiDomain(domain: string): string | null {
  if (/^[\w.-]*$/.test(domain)) return domain.toLowerCase();
  if (NOT_DOMAIN.test(domain)) return null;
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return null;
  }
}

/**
 * What is wrong with an email address, as the end of a sentence; null for a valid one. Takes what the standards allow
 * without quotation marks before the @, and domains in any script.
 */
export function emailProblem(address: string): string | null {
  const at = address.lastIndexOf('@');
  if (at < 0) return 'it has no @';
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)];
  if (local === '') return 'there is nothing before the @';
  if (domain === '') return 'there is nothing after the @';
  if (local.includes('@')) return 'it has more than one @';
  if (/\s/.test(address)) return 'it has a space';
  const [wrong] = NOT_LOCAL.exec(local) ?? NOT_DOMAIN.exec(domain) ?? [];
  if (wrong !== undefined)
    return `it can't have ${wrong} ${NOT_LOCAL.test(local) ? 'before' : 'after'} the @`;
  if (`.${local}.`.includes('..')) return 'a dot before the @ needs a character on each side';
  if (`.${domain}.`.includes('..')) return 'a dot after the @ needs a character on each side';
  if (!domain.includes('.')) return 'the part after the @ needs a dot, as in example.com';
  const ascii = asciiDomain(domain);
  const labels = ascii?.split('.') ?? [];
  if (ascii === null || labels.some((label) => !/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(label)))
    return 'the part after the @ is not a domain name';
  if (!/^(?:[a-z]{2,}|xn--[a-z0-9-]+)$/.test(labels.at(-1) ?? ''))
    return 'the part after the @ must end as .com or another top-level domain does';
  if (local.length > MAX_LOCAL) return `the part before the @ is longer than ${MAX_LOCAL} characters`;
  return local.length + 1 + ascii.length > MAX_ADDRESS ? `it is longer than ${MAX_ADDRESS} characters` : null;
}

/** The form in which addresses are compared: in lower case, the domain in ASCII. */
export function emailKey(address: string): string {
  const at = address.lastIndexOf('@');
  const [local, domain] = [address.slice(0, at + 1), address.slice(at + 1).normalize('NFC')];
  return `${local.toLowerCase()}${asciiDomain(domain) ?? domain.toLowerCase()}`;
}

/** Most recipients of a company's mails about invoices beside its users. */
export const MAX_INVOICE_EMAILS = 5;

/** Addresses of a text that commas, semicolons or line breaks separate, each once whatever its case. */
export function emailsIn(text: string): readonly string[] {
  const addresses = text.split(/[,;\s]+/).filter((address) => address !== '');
  return [...new Map(addresses.map((address) => [address.toLowerCase(), address])).values()];
}
