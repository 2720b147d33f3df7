/** The equipment that can be ordered with a site or a migration. Sites in old logs may name other things. */
export const HARDWARE = ['CA 150 Panel', 'Netcom6P'] as const;

export type Hardware = (typeof HARDWARE)[number];
