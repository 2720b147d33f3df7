import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId, useRef } from 'react';
import { Section } from '../../shared/ui/Section.tsx';
import type { BrokenRow } from './importFile.ts';
import { RowTable } from './RowTable.tsx';

interface RowsToMendProps {
  readonly rows: readonly BrokenRow[];
  /** Number of invalid rows beyond these. */
  readonly unnamed: number;
  readonly keeps: number;
  readonly onFile: (file: File) => void;
}

/** Invalid rows with their errors; a corrected file is added to the valid rows. */
export function RowsToMend({ rows, unnamed, keeps, onFile }: RowsToMendProps) {
  const input = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const count = rows.length + unnamed;
  const title =
    count === 1 ? '1 row needs a correction' : `${count.toLocaleString('en-US')} rows need a correction`;
  return (
    <Section spaced title={title}>
      {unnamed > 0 && (
        <Typography>
          The first {rows.length.toLocaleString('en-US')} are listed. Correct them and upload the file again
          to see the others.
        </Typography>
      )}
      <Box>
        <RowTable
          label="Rows that need a correction"
          columns={['Line', 'Problem']}
          rows={rows}
          cells={({ line, errors }) => [
            line,
            <Box key="problems" component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
              {errors.map(({ path, message }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list
                <li key={index}>
                  {path !== '' && <b>{path}: </b>}
                  {message}
                </li>
              ))}
            </Box>,
          ]}
        />
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
        <Button variant="outlined" aria-describedby={hintId} onClick={() => input.current?.click()}>
          Fix and upload again
        </Button>
        <Typography variant="body2" color="text.secondary" id={hintId} sx={{ flex: '1 1 220px' }}>
          {keeps === 0
            ? 'Correct these rows in your file and upload it again.'
            : 'Valid rows are kept: upload only the corrected rows, or the whole file.'}
        </Typography>
        <input
          ref={input}
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          hidden
          aria-label="Corrected CSV file"
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (file !== undefined) onFile(file);
            event.target.value = '';
          }}
        />
      </Box>
    </Section>
  );
}
