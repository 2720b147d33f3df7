import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { messageOf } from '../http/problem.ts';
import { Notice } from './Notice.tsx';

interface LoadProblemProps {
  readonly text: string;
  /** The failed call: the server's words, where it gave any, follow the text. */
  readonly error?: unknown;
  readonly onRetry: () => void;
}

/** A list or a figure could not be read; with a way to try again. */
export function LoadProblem({ text, error, onRetry }: LoadProblemProps) {
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
        {`${text} ${messageOf(error, '')}`.trim()}
      </Notice>
    </Box>
  );
}
