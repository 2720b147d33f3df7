/**
 * Marks that the server replaces by the COMPANY_* settings when it serves the page, so that one build
 * serves every company. The page is rendered at build time and never knows the values.
 */
export const company = {
  name: '%COMPANY_NAME%',
  address: '%COMPANY_ADDRESS%',
  phone: '%COMPANY_PHONE%',
  email: '%COMPANY_EMAIL%',
} as const;
