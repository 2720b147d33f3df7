/** The address of what a run of a month issues, or would. */
export const previewPath = (basename: string, period: string) =>
  `${basename}/billing-preview?period=${encodeURIComponent(period)}`;
