/** Placeholders that the server replaces by the COMPANY_* settings: the page is rendered at build time. */
export const company = {
  name: '%COMPANY_NAME%',
  address: '%COMPANY_ADDRESS%',
  phone: '%COMPANY_PHONE%',
  email: '%COMPANY_EMAIL%',
} as const;
