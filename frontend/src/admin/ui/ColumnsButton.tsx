import ViewColumnIcon from '@mui/icons-material/ViewColumnOutlined';
import { Button, Checkbox, FormControlLabel, FormGroup, Popover, Typography } from '@mui/material';
import { useId, useState } from 'react';
import { useResourceContext, useStore } from 'react-admin';
import { columnLabelOf } from './fields.tsx';
import { useListSetup } from './listSetup.ts';

/** Shows and hides columns. The choice is kept in this browser, under DataTable's own key. */
export function ColumnsButton() {
  const { fields, columns, hiddenColumns } = useListSetup();
  const resource = useResourceContext() ?? '';
  const [hidden, setHidden] = useStore<string[]>(`${resource}.datatable`, [...hiddenColumns]);
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
          {columns.map((source) => (
            <FormControlLabel
              key={source}
              label={columnLabelOf(fields, source)}
              control={
                <Checkbox size="small" checked={!hidden.includes(source)} onChange={() => toggle(source)} />
              }
            />
          ))}
        </FormGroup>
        <Button size="small" sx={{ mt: 1 }} onClick={() => setHidden([...hiddenColumns])}>
          Reset
        </Button>
      </Popover>
    </>
  );
}
