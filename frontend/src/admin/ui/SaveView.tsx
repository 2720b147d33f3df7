import { Box, Button, TextField } from '@mui/material';
import { PLAIN, type SavedView, savedViewSchema } from '@portal/contract';
import { type FormEvent, useState } from 'react';
import { useLocation } from 'react-router';

interface SaveViewProps {
  readonly resource: string;
  /** Resolves to whether it was saved. */
  readonly onSave: (view: SavedView) => Promise<boolean>;
}

/** Saves the current view of a list under a name. Loaded when the list of views opens: its schema brings zod along. */
export default function SaveView({ resource, onSave }: SaveViewProps) {
  const { search } = useLocation();
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const view = savedViewSchema.safeParse({ name, resource, query: search.replace(/^\?/, '') }, PLAIN);
    setProblem(view.error?.issues[0]?.message ?? null);
    if (view.success && (await onSave(view.data))) setName('');
  };
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => void submit(event)}
      sx={{ display: 'flex', gap: 1, alignItems: 'flex-start', mt: 1.5 }}
    >
      <TextField
        size="small"
        label="Name of this view"
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={problem !== null}
        helperText={problem}
        slotProps={{ htmlInput: { maxLength: 60, autoComplete: 'off' } }}
      />
      <Button type="submit" size="small" variant="outlined" sx={{ minHeight: 42, mt: '27px' }}>
        Save
      </Button>
    </Box>
  );
}
