import { formatDay } from '@portal/domain/values';

/** A day or an ISO instant as people read it, 'MMM d, yyyy'; a day is a day, whatever the browser's zone. */
export function dateText(value: string): string {
  return formatDay(value.slice(0, 10));
}
