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
  const known = [...new Set(issued.map(({ period }) => period))];
  const ahead = Array.from({ length: MONTHS_AHEAD }, (_, index) => addPeriods(current, index + 1));
  const projected = await Promise.all(
    ahead
      .filter((period) => !known.includes(period))
      .map(async (period) => ({ period, ...(await projectedRevenue(db, firstDayOf(period))) })),
  );
  return [
    ...known.map((period) => {
      const of = (isDemo: boolean) => issued.find((row) => row.period === period && row.is_demo === isDemo);
      const live = of(false);
      return {
        period,
        issued: dollarsFromCents(live?.invoiced_cents ?? 0),
        paid: dollarsFromCents(live?.paid_cents ?? 0),
        open: dollarsFromCents(live?.open_cents ?? 0),
        demo: dollarsFromCents(of(true)?.invoiced_cents ?? 0),
        projected: false,
      };
    }),
    ...projected.map(({ period, issued_cents, demo_cents }) => ({
      period,
      issued: dollarsFromCents(issued_cents),
      paid: 0,
      open: 0,
      demo: dollarsFromCents(demo_cents),
      projected: true,
    })),
  ];
}
