import Box from '@mui/material/Box';
import type { FieldErrors } from 'react-hook-form';

const hidden = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const;

/** Says how many fields need a correction, for those who can't see the red ones. */
export function FormProblems({
  errors,
  submits,
}: {
  readonly errors: FieldErrors;
  readonly submits: number;
}) {
  const count = Object.keys(errors).length;
  const text = count === 1 ? '1 field needs a correction.' : `${count} fields need a correction.`;
  return (
    <Box role="alert" sx={hidden}>
      {count > 0 && <span key={submits}>{text}</span>}
    </Box>
  );
}
