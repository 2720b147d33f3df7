/** A COMPANY_* setting, which the server writes into the page's head; empty where it wrote none. */
function setting(name: string): string {
  // there is no document where the server renders
  const content =
    globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="company-${name}"]`)?.content ?? '';
  return content.startsWith('%') ? '' : content;
}

/** The company that runs the portal. */
export const company = {
  name: setting('name') || 'Hosted Access Control',
  address: setting('address'),
  phone: setting('phone'),
  email: setting('email'),
};

/** The address of a link that calls a number. */
export const phoneLink = (phone: string) => `tel:${phone.replace(/[^+\d]/g, '')}`;

/** The address of a link that writes a mail. An address may contain `?` and `&`, which must not add a recipient. */
export const mailLink = (address: string, subject?: string) => {
  const to = encodeURIComponent(address).replaceAll('%40', '@');
  return `mailto:${to}${subject === undefined ? '' : `?subject=${encodeURIComponent(subject)}`}`;
};
