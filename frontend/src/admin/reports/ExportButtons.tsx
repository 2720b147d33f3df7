import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import { Button } from '@mui/material';
import { paths, type ReportType } from '@portal/contract';
import { useState } from 'react';
import { download } from '../../shared/http/download.ts';
import { messageOf } from '../../shared/http/http.ts';
import { toast } from '../../shared/toast/toasts.ts';
import { queryOf, type ReportFilters } from './useReport.ts';

type Format = 'csv' | 'pdf';

interface ExportButtonsProps {
  readonly type: ReportType;
  readonly filters: ReportFilters;
}

/** Export CSV and Export PDF of the whole report, not of the page shown (spec 2, section 2, Reports). */
export function ExportButtons({ type, filters }: ExportButtonsProps) {
  const [busy, setBusy] = useState<Format | null>(null);
  const run = async (format: Format) => {
    setBusy(format);
    try {
      const query = queryOf(filters, { type, format });
      await download(`${paths.admin.reportDownload}?${query}`, `${type}.${format}`);
    } catch (error) {
      toast({
        title: 'Export Error',
        description: messageOf(error, 'Failed to export report data.'),
        variant: 'destructive',
      });
    }
    setBusy(null);
  };
  return (['csv', 'pdf'] as const).map((format) => (
    <Button
      key={format}
      variant="outlined"
      startIcon={<DownloadIcon />}
      disabled={busy !== null}
      onClick={() => void run(format)}
    >
      {busy === format ? 'Exporting...' : `Export ${format.toUpperCase()}`}
    </Button>
  ));
}
