import { formatDay } from '@portal/domain/values';

/** A day or an ISO instant as people read it, 'MMM d, yyyy'; a day is a day, whatever the browser's zone. */
export function dateText(value: string): string {
  return formatDay(value.slice(0, 10));
}

/** Today on the reader's own calendar. */
export function today(): string {
  const now = new Date();
  const two = (part: number) => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
