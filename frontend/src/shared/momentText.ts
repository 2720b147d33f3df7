/** An instant with its time of day where the reader is: `Jul 4, 2026, 12:30 PM`; as it is where it is none. */
export function momentText(instant: string): string {
  const at = new Date(instant);
  return Number.isNaN(at.getTime())
    ? instant
    : at.toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' });
}
