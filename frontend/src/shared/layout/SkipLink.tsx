import Link from '@mui/material/Link';

/** First stop of the tab key: past the header, to the page's content. */
export function SkipLink() {
  return (
    <Link
      href="#content"
      sx={{
        position: 'absolute',
        left: 8,
        top: -80,
        zIndex: 'tooltip',
        px: 2,
        py: 1,
        borderRadius: 1,
        bgcolor: 'background.paper',
        '&:focus': { top: 8 },
      }}
      onClick={(event) => {
        event.preventDefault();
        document.getElementById('content')?.focus();
      }}
    >
      Skip to content
    </Link>
  );
}
