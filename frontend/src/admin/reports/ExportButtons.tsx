import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import { Button } from '@mui/material';
import { download } from '../../shared/http/download.ts';
import { useCommand } from '../../shared/http/useCommand.ts';

type Format = 'csv' | 'pdf';

interface ExportButtonsProps {
  readonly pathOf: (format: Format) => string;
  /** Name of the file, without its ending, where the server gives none. */
  readonly file: string;
}

/** Export CSV and Export PDF of the whole report, not of the page shown (S2-2-reports). */
export function ExportButtons({ pathOf, file }: ExportButtonsProps) {
  const { isPending, variables, mutate } = useCommand({
    send: (format: Format) => download(pathOf(format), `${file}.${format}`),
    failed: { title: 'Export Error', fallback: 'Failed to export report data.' },
  });
  return (['csv', 'pdf'] as const).map((format) => (
    <Button
      key={format}
      variant="outlined"
      startIcon={<DownloadIcon />}
      disabled={isPending}
      onClick={() => mutate(format)}
    >
      {isPending && variables === format ? 'Exporting...' : `Export ${format.toUpperCase()}`}
    </Button>
  ));
}
