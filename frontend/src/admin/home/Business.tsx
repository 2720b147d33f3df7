import { showCount, showDate, showDollars } from '../format.ts';
import { useListPath } from '../records/links.tsx';
import { useOverview } from '../records/overview.ts';
import { Figure, FigureGrid } from './Figures.tsx';

/** How the business stands: live companies in figures, demo ones below them (decisions B24). */
export function Business() {
  const { data } = useOverview();
  const listPath = useListPath();
  const demo = data?.demo;
  const besides = (figure: string | undefined) => (figure === undefined ? undefined : `Demo: ${figure}`);
  const counted = (value: number | undefined) => (value === undefined ? undefined : showCount(value));
  const money = (value: number | undefined) => (value === undefined ? undefined : showDollars(value));
  return (
    <FigureGrid label="Figures">
      <Figure
        label="Active sites"
        value={counted(data?.live.active_sites)}
        note={besides(counted(demo?.active_sites))}
        to={listPath('sites', { status: 'active' })}
      />
      <Figure
        label="Readers"
        value={counted(data?.live.active_readers)}
        note={besides(counted(demo?.active_readers))}
      />
      <Figure
        label={`Projected for ${data === undefined ? 'next month' : showDate(data.next_billing_date)}`}
        value={money(data?.live.projected_monthly)}
        note={besides(money(demo?.projected_monthly))}
        to={listPath('invoicing')}
      />
      <Figure
        label="Companies"
        value={counted(data?.live.companies)}
        note={besides(counted(demo?.companies))}
        to={listPath('companies', { is_demo_account: false })}
      />
    </FigureGrid>
  );
}
