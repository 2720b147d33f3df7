import { Box, Button, Stack, Typography } from '@mui/material';
import { company } from '../../../shared/company.ts';
import { toast } from '../../../shared/toast/toasts.ts';
import { StepHeading } from './steps.tsx';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly username: string;
  readonly onDone: () => void;
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ title: 'Copied', description: 'The recovery codes are on the clipboard.' });
  } catch {
    // without the browser's permission, and on plain http
    const description = 'Please select the codes and copy them by hand, or download them.';
    toast({ title: 'Copying failed', description, variant: 'destructive' });
  }
}

/** The recovery codes, shown once, to copy or download. */
export function RecoveryCodes({ codes, username, onDone }: RecoveryCodesProps) {
  const text = codes.join('\n');
  const file = `Recovery codes of ${username} at ${company.name}. Each works once.\n\n${text}\n`;
  return (
    <Stack spacing={2}>
      <StepHeading>Keep your recovery codes</StepHeading>
      <Typography>
        Each code works once instead of the app, for example if you lose your phone. They are shown only once.
        Store them somewhere other than your phone.
      </Typography>
      <Box
        component="ul"
        aria-label="Recovery codes"
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
          gap: 0.5,
          m: 0,
          p: 2,
          borderRadius: 1,
          bgcolor: 'background.default',
          fontFamily: 'monospace',
          fontSize: '1.05rem',
          listStyle: 'none',
        }}
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        <Button variant="outlined" onClick={() => void copy(text)}>
          Copy
        </Button>
        <Button
          variant="outlined"
          component="a"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
          download="recovery-codes.txt"
        >
          Download
        </Button>
        <Button variant="contained" onClick={onDone}>
          I have saved them
        </Button>
      </Box>
    </Stack>
  );
}
