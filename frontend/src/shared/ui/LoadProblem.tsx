import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';

/** A list or a figure could not be read; with a way to try again. */
export function LoadProblem({ text, onRetry }: { readonly text: string; readonly onRetry: () => void }) {
  return (
    <Alert
      severity="error"
      action={
        <Button color="inherit" size="small" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {text}
    </Alert>
  );
}
