import { Box, Button, Pagination, Paper, Tab, Tabs, Typography } from '@mui/material';
import { REPORT_TYPES, type ReportType } from '@portal/contract';
import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { LoadProblem } from '../../shared/ui/LoadProblem.tsx';
import { PageHeading } from '../kit/PageHeading.tsx';
import { ActivityChart } from './ActivityChart.tsx';
import { ExportButtons } from './ExportButtons.tsx';
import { LAYOUTS } from './layouts.ts';
import { ReportFilters } from './ReportFilters.tsx';
import { ReportTable } from './ReportTable.tsx';
import { type ReportFilters as Filters, PAGE_SIZE, useReport } from './useReport.ts';

/** /reports, Admin Reports (spec 2, section 2): tab, filters and page stand in the address. */
export default function ReportsPage() {
  const [query, setQuery] = useSearchParams();
  const type = REPORT_TYPES.find((known) => known === query.get('tab')) ?? 'active-sites';
  const filters: Filters = {
    companyId: query.get('company') ?? '',
    startDate: query.get('start') ?? '',
    endDate: query.get('end') ?? '',
  };
  const page = Math.max(1, Math.trunc(Number(query.get('page'))) || 1);
  const go = useCallback(
    (next: Readonly<Record<string, string>>) =>
      setQuery(
        (before) => {
          const after = new URLSearchParams(before);
          for (const [name, value] of Object.entries(next)) {
            if (value === '') after.delete(name);
            else after.set(name, value);
          }
          return after;
        },
        { replace: true },
      ),
    [setQuery],
  );
  const filterBy = useCallback(
    ({ companyId, startDate, endDate }: Filters) =>
      go({ company: companyId, start: startDate, end: endDate, page: '' }),
    [go],
  );
  return (
    <>
      <PageHeading title="Admin Reports" actions={<ExportButtons type={type} filters={filters} />} />
      <ReportFilters filters={filters} onChange={filterBy} />
      <Paper variant="outlined">
        <Tabs
          value={type}
          onChange={(_event, tab: ReportType) => go({ tab, page: '' })}
          variant="scrollable"
          allowScrollButtonsMobile
          aria-label="Reports"
          sx={{ px: { md: 1.5 }, borderBottom: 1, borderColor: 'divider' }}
        >
          {REPORT_TYPES.map((one) => (
            <Tab
              key={one}
              value={one}
              label={LAYOUTS[one].label}
              id={`report-tab-${one}`}
              aria-controls="report"
            />
          ))}
        </Tabs>
        <Box role="tabpanel" id="report" aria-labelledby={`report-tab-${type}`} sx={{ p: { xs: 2, md: 3 } }}>
          <ActivityChart shows={LAYOUTS[type].chart} filters={filters} />
          <Report type={type} filters={filters} page={page} onPage={(to) => go({ page: String(to) })} />
        </Box>
      </Paper>
    </>
  );
}

interface ReportProps {
  readonly type: ReportType;
  readonly filters: Filters;
  readonly page: number;
  readonly onPage: (page: number) => void;
}

/** One page of a report; what could not be read is an empty list, and said. */
function Report({ type, filters, page, onPage }: ReportProps) {
  const { rows, total, isPending, error, refetch } = useReport(type, filters, page);
  const pages = Math.ceil(total / PAGE_SIZE);
  return (
    <Box sx={{ mt: 2 }}>
      {error !== null && (
        <LoadProblem text="The report could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {rows.length > 0 ? (
        <ReportTable type={type} rows={rows} />
      ) : (
        <Typography color="text.secondary" sx={{ py: 3, textAlign: 'center' }} role="status">
          {isPending ? 'Loading...' : 'No data found for the selected filters.'}
        </Typography>
      )}
      {pages > 1 && (
        <Box
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            justifyContent: 'center',
            gap: 1,
            mt: 2,
          }}
        >
          <Button disabled={page <= 1} onClick={() => onPage(page - 1)}>
            Previous
          </Button>
          <Pagination
            count={pages}
            page={Math.min(page, pages)}
            onChange={(_event, to) => onPage(to)}
            hidePrevButton
            hideNextButton
            aria-label="Pages of the report"
          />
          <Button disabled={page >= pages} onClick={() => onPage(page + 1)}>
            Next
          </Button>
        </Box>
      )}
    </Box>
  );
}
