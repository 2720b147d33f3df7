/** The path of a magnifying glass. */
export const GLASS =
  'M10 3a7 7 0 1 0 4.2 12.6l5 5 1.5-1.5-5-5A7 7 0 0 0 10 3zm0 2a5 5 0 1 1 0 10 5 5 0 0 1 0-10z';
