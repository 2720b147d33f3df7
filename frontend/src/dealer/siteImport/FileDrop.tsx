import { Box, Typography } from '@mui/material';
import { MAX_IMPORT_ROWS } from '@portal/contract';
import { type DragEvent, useId, useState } from 'react';
import { FileButton } from '../../shared/form/Field.tsx';
import { Loading } from '../../shared/ui/LoadProblem.tsx';

interface FileDropProps {
  readonly checking: boolean;
  readonly onFile: (file: File) => void;
}

/** Takes a CSV file by drop or by choice. */
export function FileDrop({ checking, onFile }: FileDropProps) {
  const hintId = useId();
  const [over, setOver] = useState(false);
  const take = (file: File | undefined) => {
    if (file !== undefined && !checking) onFile(file);
  };
  const drag = (inside: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(inside);
  };
  return (
    <Box
      data-testid="drop"
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={(event) => {
        drag(false)(event);
        take(event.dataTransfer.files[0]);
      }}
      sx={{
        p: 4,
        display: 'grid',
        justifyItems: 'center',
        gap: 1.5,
        textAlign: 'center',
        borderRadius: 1,
        border: '2px dashed',
        borderColor: over ? 'primary.main' : 'divider',
        bgcolor: over ? 'primary.light' : 'background.default',
      }}
    >
      {checking ? (
        <Loading label="Checking each row..." />
      ) : (
        <>
          <Typography>Drop a CSV file here, or</Typography>
          <FileButton variant="contained" describedBy={hintId} label="CSV file" onFile={take}>
            Choose a file
          </FileButton>
        </>
      )}
      <Typography variant="body2" color="text.secondary" id={hintId}>
        One site per row, up to {MAX_IMPORT_ROWS.toLocaleString('en-US')} rows and 5 MB. Nothing is ordered
        until you confirm.
      </Typography>
    </Box>
  );
}
