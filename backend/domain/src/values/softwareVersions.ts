/** What a site can run: the choices of the migration form (S1-3); a new site is always `aurora`. */
export const SOFTWARE_VERSIONS = ['aurora', 'vantage', 'enterprise'] as const;
