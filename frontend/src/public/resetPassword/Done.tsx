import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { TextLink } from '../EntryCard.tsx';

interface DoneProps {
  readonly title: string;
  readonly text: string;
  readonly link: { readonly to: string; readonly label: string };
}

/** Replaces a form after its success and takes the focus. */
export function Done({ title, text, link }: DoneProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Stack spacing={2} sx={{ textAlign: 'center', alignItems: 'center' }}>
      <Typography variant="h2" ref={heading} tabIndex={-1} sx={{ outline: 'none' }}>
        {title}
      </Typography>
      <Typography color="text.secondary">{text}</Typography>
      <TextLink to={link.to}>{link.label}</TextLink>
    </Stack>
  );
}
