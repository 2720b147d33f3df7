import {
  Box,
  Button,
  FormHelperText,
  FormLabel,
  NativeSelect,
  OutlinedInput,
  Paper,
  Typography,
} from '@mui/material';
import { useState } from 'react';
import { type UseFormReturn, useFieldArray } from 'react-hook-form';
import { Field } from '../../shared/form/Field.tsx';
import { FieldGrid } from '../../shared/form/FieldGrid.tsx';
import { ChoiceField } from '../invoices/dialogs/ChoiceField.tsx';
import { type CorrectableLine, type CorrectionEntry, entryFor, type WithEntries } from './entries.ts';

const OWN_LINE = 'own line';

interface CorrectionFieldsProps {
  readonly form: UseFormReturn<WithEntries, unknown, unknown>;
  /** What can be corrected. */
  readonly lines: readonly CorrectableLine[];
  /** The site that is chosen at first. */
  readonly siteId?: string | null;
}

/** Where an administrator names what is wrong on an invoice, line by line, each with its reason. */
export function CorrectionFields({ form, lines, siteId = null }: CorrectionFieldsProps) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'entries' });
  const isFree = (id: string | null) => id !== null && !fields.some((entry) => entry.site_id === id);
  const free = lines.filter(({ site_id }) => isFree(site_id));
  const [wanted, setWanted] = useState(siteId ?? free[0]?.site_id ?? OWN_LINE);
  const chosen = wanted === OWN_LINE || isFree(wanted) ? wanted : (free[0]?.site_id ?? OWN_LINE);
  const { entries: problems } = form.formState.errors;
  const problem = problems?.root?.message ?? problems?.message;
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {fields.map((entry, index) => (
        <Entry key={entry.id} form={form} entry={entry} index={index} onRemove={() => remove(index)} />
      ))}
      <Box>
        <FormLabel htmlFor="correct-what" sx={{ fontSize: '0.9rem', fontWeight: 600, color: 'text.primary' }}>
          What to correct
        </FormLabel>
        <Box sx={{ display: 'flex', gap: 1, mt: 0.75 }}>
          <NativeSelect
            value={chosen}
            onChange={({ target }) => setWanted(target.value)}
            input={<OutlinedInput size="small" />}
            inputProps={{ id: 'correct-what' }}
            sx={{ flex: 1, minWidth: 0 }}
          >
            {free.map(({ site_id, name, billed_after }) => (
              <option key={site_id} value={site_id ?? ''}>
                {billed_after ? name : `${name} (not billed)`}
              </option>
            ))}
            <option value={OWN_LINE}>A line of your own</option>
          </NativeSelect>
          <Button
            variant="outlined"
            onClick={() => append(entryFor(free.find(({ site_id }) => site_id === chosen)))}
          >
            Add
          </Button>
        </Box>
        {problem !== undefined && <FormHelperText error>{problem}</FormHelperText>}
      </Box>
    </Box>
  );
}

interface EntryProps {
  readonly form: UseFormReturn<WithEntries, unknown, unknown>;
  readonly entry: CorrectionEntry;
  readonly index: number;
  readonly onRemove: () => void;
}

function Entry({ form, entry, index, onRemove }: EntryProps) {
  const { site_id, name, was } = entry;
  return (
    <Paper variant="outlined" role="group" aria-label={`Correction of ${name}`} sx={{ p: 2 }}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'baseline', gap: 1, mb: 1 }}>
        <Typography component="h3" variant="subtitle1" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          {name}
        </Typography>
        <Button size="small" onClick={onRemove}>
          Remove
        </Button>
      </Box>
      <Box sx={{ display: 'grid', gap: 2 }}>
        {site_id === '' ? (
          <FieldGrid>
            <Field form={form} name={`entries.${index}.text`} label="Text" required />
            <Field
              form={form}
              name={`entries.${index}.amount`}
              label="Amount in dollars"
              hint="Below 0 it lowers the invoice."
              required
            />
          </FieldGrid>
        ) : (
          <>
            <FieldGrid>
              <Field
                form={form}
                name={`entries.${index}.readers`}
                label="Readers"
                hint={`${was.readers} on the invoice`}
                required
              />
              <Field
                form={form}
                name={`entries.${index}.rate`}
                label="Rate in dollars"
                hint={`$${was.rate} on the invoice`}
                required
              />
            </FieldGrid>
            <ChoiceField
              form={form}
              name={`entries.${index}.billed`}
              label="Billed"
              choices={[
                { value: 'yes', label: 'Yes' },
                { value: 'no', label: 'No' },
              ]}
            />
          </>
        )}
        <Field
          form={form}
          name={`entries.${index}.reason`}
          label="Reason"
          hint="The dealer reads this."
          required
        />
      </Box>
    </Paper>
  );
}
