import { Box, Button } from '@mui/material';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { Field } from '../../shared/form/Field.tsx';
import { CompanyField } from '../records/companyChoice.tsx';
import type { ReportFilters as Filters } from './useReport.ts';

interface ReportFiltersProps {
  readonly filters: Filters;
  readonly onChange: (filters: Filters) => void;
}

const NONE: Filters = { companyId: '', startDate: '', endDate: '' };

/** Company, Start Date, End Date (spec 2, section 2, Reports); each takes hold as it is chosen. */
export function ReportFilters({ filters, onChange }: ReportFiltersProps) {
  const form = useForm<Filters>({ values: filters });
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values, type }) => {
          // what the address put into the form needs no telling
          if (type === 'change') onChange(values);
        },
      }),
    [form, onChange],
  );
  const some = Object.values(filters).some((value) => value !== '');
  return (
    <Box
      component="section"
      aria-label="Filters"
      sx={{
        display: 'grid',
        gap: 2,
        alignItems: 'end',
        gridTemplateColumns: { sm: '1fr 1fr', md: '2fr 1fr 1fr auto' },
        mb: 2,
      }}
    >
      <CompanyField form={form} name="companyId" label="Company" />
      <Field form={form} name="startDate" label="Start Date" type="date" />
      <Field form={form} name="endDate" label="End Date" type="date" />
      <Button disabled={!some} onClick={() => onChange(NONE)} sx={{ minHeight: 44 }}>
        Clear
      </Button>
    </Box>
  );
}
