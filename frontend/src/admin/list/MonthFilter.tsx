import { TextField } from '@mui/material';
import { useListContext } from 'react-admin';

/** A filter by month, `2026-12`; what is chosen stands in the address. */
export function MonthFilter({ field, label }: { readonly field: string; readonly label: string }) {
  const { filterValues, setFilters } = useListContext();
  const value = typeof filterValues[field] === 'string' ? filterValues[field] : '';
  const choose = (month: string) => {
    const { [field]: _before, ...others } = filterValues;
    if (month === '') setFilters(others);
    // browsers without a month input hand on what is typed, letter by letter
    else if (/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) setFilters({ ...others, [field]: month });
  };
  return (
    <TextField
      type="month"
      size="small"
      label={label}
      value={value}
      onChange={(event) => choose(event.target.value)}
      sx={{ width: { xs: '100%', sm: 180 } }}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  );
}
