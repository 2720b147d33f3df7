import { dollarsText } from '../../shared/text.ts';

/** The amount of the next invoice in words; null while it can't be told. */
export const estimateText = (dollars: number | null): string =>
  dollars === null ? 'Not available' : dollarsText(dollars);
