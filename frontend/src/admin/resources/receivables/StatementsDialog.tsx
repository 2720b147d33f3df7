import { Box, LinearProgress, TextField, Typography } from '@mui/material';
import { type Account, paths } from '@portal/contract';
import { addDays, addMonthsClamped } from '@portal/domain/values';
import { useMutation } from '@tanstack/react-query';
import { downloadZip } from 'client-zip';
import { useEffect, useRef, useState } from 'react';
import { keep } from '../../../shared/http/download.ts';
import { call, messageOf, problemOf, read } from '../../../shared/http/http.ts';
import { useToday } from '../../../shared/session/session.ts';
import { counted } from '../../../shared/text.ts';
import { toast } from '../../../shared/toast/toasts.ts';
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog.tsx';
import { Notice } from '../../../shared/ui/Notice.tsx';
import { wholeListPath } from '../../dataProvider/resourcePaths.ts';

interface Progress {
  readonly done: number;
  readonly all: number;
}

/** The statement of a company for a month; null where nothing happened and nothing is owed. */
async function statementOf({ id, company_name }: Account, month: string, signal: AbortSignal) {
  const from = `${month}-01`;
  const query = new URLSearchParams({ from, to: addDays(addMonthsClamped(from, 1), -1), empty: 'skip' });
  const response = await call(`${paths.admin.statement(id)}?${query}`, {
    headers: { Accept: '*/*' },
    signal,
  });
  if (!response.ok) throw await problemOf(response);
  if (response.headers.get('Content-Type')?.includes('json')) return null;
  const name = company_name
    .replace(/[^\p{L}\p{M}\p{N} .&-]/gu, '')
    .slice(0, 60)
    .trim();
  // companies may have the same name
  return { name: `${name} ${id.slice(-6)} ${month}.pdf`, input: response };
}

/** The statements of a month as one file, made one after the other as the server does. Rejects once it is aborted. */
async function archiveOf(month: string, signal: AbortSignal, report: (progress: Progress) => void) {
  const path = wholeListPath('companies', {}, { field: 'company_name', order: 'ASC' });
  const companies = (await read(path)) as readonly Account[];
  let count = 0;
  const statements = async function* () {
    for (const [done, company] of companies.entries()) {
      signal.throwIfAborted();
      report({ done, all: companies.length });
      const statement = await statementOf(company, month, signal);
      if (statement === null) continue;
      count += 1;
      yield statement;
    }
  };
  const archive = await downloadZip(statements()).blob();
  return { archive, count };
}

/** Statements of all companies for a month, as one ZIP file. */
export default function StatementsDialog({ onClose }: { readonly onClose: () => void }) {
  const [month, setMonth] = useState(addMonthsClamped(useToday(), -1).slice(0, 7));
  const [progress, setProgress] = useState<Progress | null>(null);
  const leaving = useRef<AbortController>(null);
  useEffect(() => () => leaving.current?.abort(), []);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => {
      leaving.current = new AbortController();
      return archiveOf(month, leaving.current.signal, setProgress);
    },
    onSuccess({ archive, count }) {
      if (count > 0) keep(archive, `statements-${month}.zip`);
      toast({ title: count === 0 ? 'No statements' : counted(count, 'statement') });
      onClose();
    },
    onError: () => setProgress(null),
  });
  return (
    <ConfirmDialog
      title="Statements of a month"
      action="Download ZIP"
      pendingAction="Making statements..."
      canConfirm={/^\d{4}-\d{2}$/.test(month)}
      pending={isPending}
      stops
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      <Typography color="text.secondary" sx={{ mb: 2 }}>
        One PDF for each company with a movement in the month or a balance before it.
      </Typography>
      {progress === null ? (
        <TextField
          label="Month"
          type="month"
          value={month}
          onChange={({ target }) => setMonth(target.value)}
          slotProps={{ inputLabel: { shrink: true } }}
        />
      ) : (
        <Box role="status">
          <Typography
            sx={{ mb: 1 }}
          >{`${progress.done} of ${counted(progress.all, 'company', 'companies')}`}</Typography>
          <LinearProgress
            aria-label="Making statements"
            variant="determinate"
            value={(progress.done / Math.max(1, progress.all)) * 100}
          />
        </Box>
      )}
      {error !== null && !isPending && (
        <Notice tone="error">
          {messageOf(error, 'The statements could not be made. Please try again.')}
        </Notice>
      )}
    </ConfirmDialog>
  );
}
