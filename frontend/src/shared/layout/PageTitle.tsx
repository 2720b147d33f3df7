import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { company } from '../company.ts';

/**
 * The page's h1. Sets the document title, and takes the focus when one came here from another page, so that a
 * screen reader says where one is; not on the first page, whose focus is the browser's own.
 */
export function PageTitle({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key, pathname } = useLocation();
  useEffect(() => {
    document.title = `${title} | ${company.name}`;
  }, [title]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a filter or tab in the address is no other page and must not take the focus from its field
  useEffect(() => {
    if (key !== 'default') heading.current?.focus();
  }, [pathname]);
  return (
    <Typography variant="h1" ref={heading} tabIndex={-1} sx={{ outline: 'none' }}>
      {children ?? title}
    </Typography>
  );
}
