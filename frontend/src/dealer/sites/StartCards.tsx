import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import SvgIcon from '@mui/material/SvgIcon';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';

const CARDS = [
  {
    to: '/new-site',
    title: 'New Site Setup',
    text: 'Order a hosted site for a customer.',
    icon: 'M4 21V8l8-5 8 5v13h-6v-6h-4v6zm7-11v2h2v-2z',
  },
  {
    to: '/site-migration',
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
  return (
    <Box
      component="ul"
      sx={{
        listStyle: 'none',
        m: 0,
        mb: 4,
        p: 0,
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: '1fr', sm: 'repeat(auto-fit, minmax(260px, 1fr))' },
      }}
    >
      {CARDS.map(({ to, title, text, icon }) => (
        <li key={to}>
          <Paper
            variant="outlined"
            component={Link}
            to={to}
            sx={{
              display: 'flex',
              gap: 2,
              alignItems: 'center',
              p: 2.5,
              height: '100%',
              color: 'text.primary',
              textDecoration: 'none',
              transition: 'border-color 120ms, box-shadow 120ms',
              '&:hover': { borderColor: 'primary.main', boxShadow: '0 6px 20px rgb(11 31 51 / 0.10)' },
              '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main' },
            }}
          >
            <Box
              sx={{
                p: 1.25,
                borderRadius: 1.5,
                bgcolor: 'primary.light',
                color: 'primary.main',
                display: 'flex',
              }}
            >
              <SvgIcon>
                <path d={icon} />
              </SvgIcon>
            </Box>
            <span>
              <Typography component="span" variant="h3" sx={{ display: 'block' }}>
                {title}
              </Typography>
              <Typography component="span" variant="body2" color="text.secondary">
                {text}
              </Typography>
            </span>
          </Paper>
        </li>
      ))}
    </Box>
  );
}
