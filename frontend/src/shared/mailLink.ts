/** The address of a link that writes a mail. An address may contain `?` and `&`, which must not add a recipient. */
export const mailLink = (address: string, subject?: string) => {
  const to = encodeURIComponent(address).replaceAll('%40', '@');
  return `mailto:${to}${subject === undefined ? '' : `?subject=${encodeURIComponent(subject)}`}`;
};
