import ViewColumnIcon from '@mui/icons-material/ViewColumnOutlined';
import { Button, Checkbox, FormControlLabel, FormGroup, Popover, Typography } from '@mui/material';
import { useId, useState } from 'react';
import { useResourceContext, useStore } from 'react-admin';

export interface ChosenColumn {
  readonly source: string;
  readonly label: string;
}

interface ColumnChooserProps {
  readonly columns: readonly ChosenColumn[];
  readonly hiddenByDefault: readonly string[];
}

/** Shows and hides columns; the choice is kept in this browser under the key that DataTable reads. */
export function ColumnChooser({ columns, hiddenByDefault }: ColumnChooserProps) {
  const resource = useResourceContext() ?? '';
  const [hidden, setHidden] = useStore<string[]>(`${resource}.datatable`, [...hiddenByDefault]);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const heading = useId();
  const toggle = (source: string) =>
    setHidden(hidden.includes(source) ? hidden.filter((one) => one !== source) : [...hidden, source]);
  return (
    <>
      <Button
        size="small"
        // a phone shows cards, which have no columns
        sx={{ display: { xs: 'none', sm: 'inline-flex' } }}
        startIcon={<ViewColumnIcon />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        Columns
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-labelledby': heading, sx: { p: 2, minWidth: 220 } } }}
      >
        <Typography id={heading} variant="subtitle2" component="h2" sx={{ mb: 1 }}>
          Columns shown
        </Typography>
        <FormGroup>
          {columns.map(({ source, label }) => (
            <FormControlLabel
              key={source}
              label={label}
              control={
                <Checkbox size="small" checked={!hidden.includes(source)} onChange={() => toggle(source)} />
              }
            />
          ))}
        </FormGroup>
        <Button size="small" sx={{ mt: 1 }} onClick={() => setHidden([...hiddenByDefault])}>
          Reset
        </Button>
      </Popover>
    </>
  );
}
