import Box from '@mui/material/Box';
import Button from '@mui/material/Button';

interface StepButtonsProps {
  readonly action: string;
  readonly pending: boolean;
  readonly onCancel: () => void;
}

/** Submits the step's form, or leaves it. */
export function StepButtons({ action, pending, onCancel }: StepButtonsProps) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
      <Button type="submit" variant="contained" aria-disabled={pending}>
        {pending ? 'Please wait...' : action}
      </Button>
      <Button onClick={onCancel}>Cancel</Button>
    </Box>
  );
}
