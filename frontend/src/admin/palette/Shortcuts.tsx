import {
  Box,
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControlLabel,
} from '@mui/material';
import { Fragment, useId } from 'react';
import { useStore } from 'react-admin';
import { isMac, SINGLE_KEYS } from './keys.ts';

const SHORTCUTS = [
  [isMac ? '⌘ K' : 'Ctrl K', 'Find pages, records and the actions of this page'],
  ['/', 'Search the list'],
  ['?', 'Show the shortcuts'],
  ['Tab', 'Next link, button or field; back with Shift'],
  ['Enter', 'Open the link, press the button, send the form'],
  ['← →', 'Previous or next tab'],
  ['Esc', 'Close a dialog or menu'],
  ['F8', 'Go to the last message'],
] as const;

/** The keyboard shortcuts of the admin area. */
export default function Shortcuts({ onClose }: { readonly onClose: () => void }) {
  const [singleKeys, setSingleKeys] = useStore(SINGLE_KEYS, true);
  const title = useId();
  return (
    <Dialog open onClose={onClose} aria-labelledby={title} maxWidth="xs" fullWidth>
      <DialogTitle id={title} component="h2">
        Keyboard shortcuts
      </DialogTitle>
      <DialogContent>
        <Box
          component="dl"
          sx={{ m: 0, mb: 2, display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: 2, rowGap: 1.5 }}
        >
          {SHORTCUTS.map(([key, effect]) => (
            <Fragment key={key}>
              <Box component="dt" sx={{ fontWeight: 600, whiteSpace: 'nowrap' }}>
                <kbd>{key}</kbd>
              </Box>
              <Box component="dd" sx={{ m: 0, color: 'text.secondary' }}>
                {effect}
              </Box>
            </Fragment>
          ))}
        </Box>
        <FormControlLabel
          label="Use the shortcuts / and ?"
          control={<Checkbox checked={singleKeys} onChange={(_event, checked) => setSingleKeys(checked)} />}
        />
      </DialogContent>
      <DialogActions>
        <Button autoFocus onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
