import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

/** The panels' encryption key, hidden until it is asked for. */
export function EncryptionKey({ value }: { readonly value: string }) {
  const [shown, setShown] = useState(false);
  return (
    <Box sx={{ mt: 2.5, p: 2, borderRadius: 1, bgcolor: 'background.default' }}>
      <Typography variant="h3">Encryption key</Typography>
      <Typography sx={{ my: 1, fontFamily: 'monospace', overflowWrap: 'anywhere' }}>
        {shown ? value : '••••••••••••••••'}
      </Typography>
      <Button size="small" variant="outlined" aria-pressed={shown} onClick={() => setShown(!shown)}>
        {shown ? 'Hide key' : 'Show key'}
      </Button>
    </Box>
  );
}
