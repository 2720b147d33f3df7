import { MenuItem, TextField } from '@mui/material';
import { useListContext } from 'react-admin';

export interface Choice {
  readonly label: string;
  readonly value: string | boolean;
}

interface FilterChoiceProps {
  /** The filter's field, e.g. `is_demo`. */
  readonly field: string;
  readonly label: string;
  readonly choices: readonly Choice[];
}

/** A filter of few values beside the search; what is chosen stands in the address. */
export function FilterChoice({ field, label, choices }: FilterChoiceProps) {
  const { filterValues, setFilters } = useListContext();
  const current = choices.findIndex(({ value }) => value === filterValues[field]);
  const choose = (index: number) => {
    const { [field]: _before, ...others } = filterValues;
    const choice = choices[index];
    setFilters(choice === undefined ? others : { ...others, [field]: choice.value });
  };
  return (
    <TextField
      select
      size="small"
      label={label}
      value={current === -1 ? '' : current}
      onChange={(event) => choose(event.target.value === '' ? -1 : Number(event.target.value))}
      sx={{ width: { xs: '100%', sm: 160 } }}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value="">All</MenuItem>
      {choices.map((choice, index) => (
        <MenuItem key={choice.label} value={index}>
          {choice.label}
        </MenuItem>
      ))}
    </TextField>
  );
}
