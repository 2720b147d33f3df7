/** S2-9. */
const PER_PAGE = 10;

/** A page of a list, counted from 1; a number beyond the last means the last. */
export function pageOf<Row>(rows: readonly Row[], wanted: number) {
  const pages = Math.max(1, Math.ceil(rows.length / PER_PAGE));
  const page = Math.min(Math.max(1, Number.isInteger(wanted) ? wanted : 1), pages);
  const first = (page - 1) * PER_PAGE;
  return { page, pages, first, total: rows.length, shown: rows.slice(first, first + PER_PAGE) };
}
