import type { Revenue } from '@portal/contract';
import { addPeriods, firstDayOf, periodOfDay } from '@portal/domain';
import { type Day, dollarsFromCents } from '@portal/domain/values';
import { projectedRevenue, type Queryable, revenueByPeriod } from '@portal/projections';

/** Past months shown, the current one included, and projected ones. */
const MONTHS_BACK = 24;
const MONTHS_AHEAD = 6;

/**
 * Revenue by month, oldest first: issued, and projected from the active sites. Demo accounts are separate (rule B24).
 */
export async function revenueOf(db: Queryable, today: Day): Promise<Revenue> {
  const current = periodOfDay(today);
  const earliest = addPeriods(current, 1 - MONTHS_BACK);
  const issued = (await revenueByPeriod(db)).filter(({ period }) => period >= earliest);
  const ahead = Array.from({ length: MONTHS_AHEAD }, (_, index) => addPeriods(current, index + 1));
  const projected = await Promise.all(
    ahead.map(async (period) => ({ period, ...(await projectedRevenue(db, firstDayOf(period))) })),
  );
  const known = new Set(issued.map(({ period }) => period));
  return [
    ...issued.map(({ period, issued_cents, paid_cents, open_cents, demo_cents }) => ({
      period,
      issued: dollarsFromCents(issued_cents),
      paid: dollarsFromCents(paid_cents),
      open: dollarsFromCents(open_cents),
      demo: dollarsFromCents(demo_cents),
      projected: false,
    })),
    ...projected
      .filter(({ period }) => !known.has(period))
      .map(({ period, issued_cents, demo_cents }) => ({
        period,
        issued: dollarsFromCents(issued_cents),
        paid: 0,
        open: 0,
        demo: dollarsFromCents(demo_cents),
        projected: true,
      })),
  ];
}
