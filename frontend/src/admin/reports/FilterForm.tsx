import { Box, Button } from '@mui/material';
import { type ReactNode, useEffect } from 'react';
import { type DefaultValues, FormProvider, useForm } from 'react-hook-form';

interface FilterFormProps<Values extends Readonly<Record<string, string>>> {
  readonly values: Values;
  /** CSS columns of the fields on a wide screen. */
  readonly columns: string;
  readonly isFiltered: boolean;
  readonly onChange: (values: Values) => void;
  readonly onClear: () => void;
  readonly children: ReactNode;
}

/** Filters in a row, with the form that its fields read; applied at once, with Clear. */
export function FilterForm<Values extends Readonly<Record<string, string>>>(props: FilterFormProps<Values>) {
  const { values, columns, isFiltered, onChange, onClear, children } = props;
  const form = useForm<Values>({ values, defaultValues: values as DefaultValues<Values> });
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values: changed, type }) => {
          // values set from the address are no change
          if (type === 'change') onChange(changed);
        },
      }),
    [form, onChange],
  );
  return (
    <Box
      component="section"
      aria-label="Filters"
      sx={{
        display: 'grid',
        gap: 2,
        alignItems: 'end',
        gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: `${columns} auto` },
        '& > div:first-of-type': { gridColumn: { xs: '1 / -1', sm: 'auto' } },
        mb: 2,
      }}
    >
      <FormProvider {...form}>{children}</FormProvider>
      <Button disabled={!isFiltered} onClick={onClear} sx={{ minHeight: 44 }}>
        Clear
      </Button>
    </Box>
  );
}
