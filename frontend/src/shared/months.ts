const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
];

/** `2026-12` as `December 2026`. */
export function formatMonth(period: string): string {
  const [year, month] = period.split('-');
  const name = MONTHS[Number(month) - 1];
  return name === undefined ? period : `${name} ${year}`;
}

/** The month `count` months after a month like `2026-12`. */
export function addMonths(period: string, count: number): string {
  const [year = 0, month = 1] = period.split('-').map(Number);
  const months = year * 12 + (month - 1) + count;
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`;
}
