import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { AGREEMENT_VERSION } from '@portal/contract';
import { clauses } from './agreement.ts';

/** The dealer agreement in a box that scrolls, by keyboard too. */
export function Agreement() {
  return (
    <Box
      role="region"
      aria-label="Dealer agreement"
      tabIndex={0}
      sx={{
        maxHeight: 280,
        overflowY: 'auto',
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        bgcolor: 'background.default',
        p: 2.5,
        '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main' },
      }}
    >
      <Typography component="h3" variant="h3">
        Dealer agreement
      </Typography>
      <Typography variant="body2" color="text.secondary" gutterBottom>
        Version {AGREEMENT_VERSION}
      </Typography>
      <Box component="ol" sx={{ pl: 3, m: 0, display: 'grid', gap: 1.5 }}>
        {clauses.map(({ title, text }) => (
          <Typography key={title} component="li" variant="body2">
            <strong>{title}.</strong> {text}
          </Typography>
        ))}
      </Box>
    </Box>
  );
}
