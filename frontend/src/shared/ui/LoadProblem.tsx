import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Notice } from './Notice.tsx';

/** A list or a figure could not be read; with a way to try again. */
export function LoadProblem({ text, onRetry }: { readonly text: string; readonly onRetry: () => void }) {
  return (
    <Box sx={{ p: 2 }}>
      <Notice
        tone="error"
        action={
          <Button color="inherit" size="small" variant="outlined" onClick={() => onRetry()}>
            Try again
          </Button>
        }
      >
        {text}
      </Notice>
    </Box>
  );
}
