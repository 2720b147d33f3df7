import { Box, Paper, SvgIcon, Typography } from '@mui/material';
import { type DealerPermission, mayDealer } from '@portal/contract';
import { Link } from 'react-router';
import { useUser } from '../../shared/session/session.ts';

const CARDS: readonly {
  readonly to: string;
  readonly needs?: DealerPermission;
  readonly title: string;
  readonly text: string;
  readonly icon: string;
}[] = [
  {
    to: '/new-site',
    needs: 'ordering',
    title: 'New Site Setup',
    text: 'Order a hosted site for a customer.',
    icon: 'M4 21V8l8-5 8 5v13h-6v-6h-4v6zm7-11v2h2v-2z',
  },
  {
    to: '/site-migration',
    needs: 'ordering',
    title: 'Site Migration',
    text: 'Move a site over from the old version.',
    icon: 'M4 7h11V4l5 5-5 5v-3H4zm16 6v4H9v3l-5-5 5-5v3z',
  },
  {
    to: '/resources',
    title: 'Dealer Resources',
    text: 'Installation steps, panel settings and downloads.',
    icon: 'M5 3h10l4 4v14H5zm9 1.5V8h3.5zM8 12v1.5h8V12zm0 4v1.5h6V16z',
  },
];

/** Links to the most frequent tasks. */
export function StartCards() {
  const { dealer_role: role } = useUser();
  const cards = CARDS.filter(({ needs = 'approved' }) => mayDealer(role, needs));
  return (
    <Box
      component="ul"
      sx={{
        listStyle: 'none',
        m: 0,
        mb: { xs: 2, md: 3 },
        p: 0,
        display: 'grid',
        gap: { xs: 1, sm: 2 },
        gridTemplateColumns: `repeat(${cards.length}, minmax(0, 1fr))`,
      }}
    >
      {cards.map(({ to, title, text, icon }) => (
        <li key={to}>
          <Paper
            variant="outlined"
            component={Link}
            to={to}
            sx={{
              display: 'flex',
              flexDirection: { xs: 'column', sm: 'row' },
              gap: { xs: 0.5, sm: 1.5 },
              alignItems: 'center',
              textAlign: { xs: 'center', sm: 'left' },
              px: { xs: 1, sm: 2 },
              py: 1.25,
              height: '100%',
              color: 'text.primary',
              textDecoration: 'none',
              transition: 'border-color 120ms',
              '&:hover': { borderColor: 'primary.main' },
              '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main' },
            }}
          >
            <SvgIcon fontSize="small" sx={{ color: 'primary.main' }}>
              <path d={icon} />
            </SvgIcon>
            <span>
              <Typography component="span" variant="body2" sx={{ display: 'block', fontWeight: 600 }}>
                {title}
              </Typography>
              <Typography
                component="span"
                variant="caption"
                color="text.secondary"
                sx={{ display: { xs: 'none', md: 'block' } }}
              >
                {text}
              </Typography>
            </span>
          </Paper>
        </li>
      ))}
    </Box>
  );
}
