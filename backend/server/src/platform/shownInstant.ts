/** `Jul 4, 2026, 3:15 PM` in the portal's zone. */
export function shownInstant(instant: string | Date, timeZone: string): string {
  const text = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(
    new Date(instant),
  );
  // newer ICU data puts a narrow space before PM, which mail and log readers show as a box
  return text.replaceAll('\u202f', ' ');
}
