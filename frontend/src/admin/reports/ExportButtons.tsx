import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import { Button } from '@mui/material';
import { paths, type ReportType } from '@portal/contract';
import { useState } from 'react';
import { call, HttpError, messageOf } from '../../shared/http/http.ts';
import { readProblem } from '../../shared/http/problem.ts';
import { toast } from '../../shared/toast/toasts.ts';
import { queryOf, type ReportFilters } from './useReport.ts';

type Format = 'csv' | 'pdf';

/** The name the server gives the file, e.g. `active-sites-2026-12-01.csv`. */
function fileName(response: Response, fallback: string): string {
  return /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? fallback;
}

/** Hands a file over to the browser's downloads. */
function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // the download has its own hold of the file
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

async function download(type: ReportType, filters: ReportFilters, format: Format): Promise<void> {
  const query = queryOf(filters, { type, format });
  const response = await call(`${paths.admin.reportDownload}?${query}`, { method: 'GET' });
  if (!response.ok) {
    const problem = readProblem(await response.text());
    throw new HttpError(response.status, problem?.error ?? '');
  }
  save(await response.blob(), fileName(response, `${type}.${format}`));
}

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
      await download(type, filters, format);
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
