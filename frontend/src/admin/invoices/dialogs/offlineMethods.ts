/** How money moves outside of the portal. */
export const OFFLINE_METHODS = [
  { value: 'check', label: 'Check' },
  { value: 'ach', label: 'ACH' },
] as const;
