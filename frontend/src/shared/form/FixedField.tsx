import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import OutlinedInput from '@mui/material/OutlinedInput';

interface FixedFieldProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly hint: string;
}

/** Something a form shows and does not let one change; it can be reached and read all the same. */
export function FixedField({ id, label, value, hint }: FixedFieldProps) {
  return (
    <FormControl fullWidth>
      <FormLabel htmlFor={id} sx={{ mb: 0.75, fontSize: '0.9rem', fontWeight: 600, color: 'text.primary' }}>
        {label}
      </FormLabel>
      <OutlinedInput
        size="small"
        id={id}
        value={value}
        readOnly
        aria-describedby={`${id}-hint`}
        sx={{ bgcolor: 'background.default' }}
      />
      <FormHelperText id={`${id}-hint`} sx={{ mx: 0 }}>
        {hint}
      </FormHelperText>
    </FormControl>
  );
}
