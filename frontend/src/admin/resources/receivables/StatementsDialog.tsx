import { Box, LinearProgress, TextField, Typography } from '@mui/material';
import { type Account, paths } from '@portal/contract';
import { addDays, addMonthsClamped } from '@portal/domain/values';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { keep } from '../../../shared/http/download.ts';
import { call, messageOf, problemOf, read } from '../../../shared/http/http.ts';
import { counted } from '../../../shared/text.ts';
import { toast } from '../../../shared/toast/toasts.ts';
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog.tsx';
import { Notice } from '../../../shared/ui/Notice.tsx';
import { wholeListPath } from '../../dataProvider/resourcePaths.ts';

interface Progress {
  readonly done: number;
  readonly all: number;
}

/** A file of the archive. */
interface Entry {
  readonly name: string;
  readonly content: Blob;
  readonly crc: number;
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
  const bytes = new Uint8Array(await response.arrayBuffer());
  const name = company_name
    .replace(/[^\p{L}\p{M}\p{N} .&-]/gu, '')
    .slice(0, 60)
    .trim();
  // companies may have the same name
  return {
    name: `${name} ${id.slice(-6)} ${month}.pdf`,
    content: new Blob([bytes]),
    crc: crcOf(bytes),
  };
}

/** One after the other, since the server prints one at a time. Rejects once it is aborted. */
async function statementsOf(month: string, signal: AbortSignal, report: (progress: Progress) => void) {
  const path = wholeListPath('companies', {}, { field: 'company_name', order: 'ASC' });
  const companies = (await read(path)) as readonly Account[];
  const entries: Entry[] = [];
  for (const [done, company] of companies.entries()) {
    signal.throwIfAborted();
    report({ done, all: companies.length });
    const entry = await statementOf(company, month, signal);
    if (entry !== null) entries.push(entry);
  }
  return entries;
}

/** Statements of all companies for a month, as one ZIP file. */
export default function StatementsDialog({ onClose }: { readonly onClose: () => void }) {
  const [month, setMonth] = useState(() => new Date().toISOString().slice(0, 7));
  const [progress, setProgress] = useState<Progress | null>(null);
  const leaving = useRef<AbortController>(null);
  useEffect(() => () => leaving.current?.abort(), []);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => {
      leaving.current = new AbortController();
      return statementsOf(month, leaving.current.signal, setProgress);
    },
    onSuccess(entries) {
      if (entries.length > 0) keep(zipOf(entries), `statements-${month}.zip`);
      toast({ title: entries.length === 0 ? 'No statements' : counted(entries.length, 'statement') });
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

const CRC = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

function crcOf(bytes: Uint8Array): number {
  let crc = -1;
  for (const byte of bytes) crc = (CRC[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8);
  return ~crc >>> 0;
}

/** Bytes of numbers, each with its width in bytes, the lowest byte first. */
function packed(...numbers: readonly (readonly [value: number, width: number])[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(
    numbers.flatMap(([value, width]) => Array.from({ length: width }, (_, at) => (value >>> (8 * at)) & 255)),
  );
}

/** An archive without compression: PDFs are compressed already. Names are in UTF-8; its days are 1980-01-01. */
export function zipOf(entries: readonly Entry[]): Blob {
  const parts: (Blob | Uint8Array<ArrayBuffer>)[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const { name, content, crc } of entries) {
    const bytes = new TextEncoder().encode(name);
    const size = content.size;
    const both = packed(
      // version, UTF-8, no compression, time, day
      ...([
        [20, 2],
        [0x800, 2],
        [0, 2],
        [0, 2],
        [0x21, 2],
      ] as const),
      ...([
        [crc, 4],
        [size, 4],
        [size, 4],
        [bytes.length, 2],
        [0, 2],
      ] as const),
    );
    parts.push(packed([0x04034b50, 4]), both, bytes, content);
    directory.push(
      packed([0x02014b50, 4], [20, 2]),
      both,
      packed([0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]),
      bytes,
    );
    offset += 4 + both.length + bytes.length + size;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const { length } = entries;
  const end = packed(
    [0x06054b50, 4],
    [0, 2],
    [0, 2],
    [length, 2],
    [length, 2],
    [size, 4],
    [offset, 4],
    [0, 2],
  );
  return new Blob([...parts, ...directory, end]);
}
