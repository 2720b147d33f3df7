import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { messageOf } from '../http/problem.ts';
import { Notice } from './Notice.tsx';

interface LoadProblemProps {
  readonly text: string;
  /** Of the failed call; the server's message follows the text. */
  readonly error?: unknown;
  readonly onRetry: () => void;
}

/** Says that something could not be read, with a Try again button. */
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
