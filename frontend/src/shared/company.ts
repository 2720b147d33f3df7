/** The company that runs the portal. */
export interface Company {
  readonly name: string;
  readonly address: string;
  readonly phone: string;
  readonly email: string;
}

/** What the server wrote into the page's head from its COMPANY_* settings; empty where it wrote nothing. */
function written(name: string): string {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="company-${name}"]`)?.content ?? '';
  return content.startsWith('%') ? '' : content;
}

/** Read once: the page does not change it. */
export const company: Company = {
  name: written('name') || 'Hosted Access Control',
  address: written('address'),
  phone: written('phone'),
  email: written('email'),
};
