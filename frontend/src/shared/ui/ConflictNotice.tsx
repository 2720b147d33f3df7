import { Box, Button, Typography } from '@mui/material';
import type { Problem } from '@portal/contract';
import { type ReactNode, useEffect, useRef } from 'react';
import { momentText } from '../text.ts';
import { Notice } from './Notice.tsx';

export type Conflict = NonNullable<Problem['conflict']>;

interface ConflictNoticeProps {
  readonly conflict: Conflict | null;
  /** Of the form's fields. */
  readonly labels: Readonly<Record<string, string>>;
  readonly onUseTheirs: (field: string) => void;
  /** For values that need a lookup, e.g. ids. */
  readonly show?: (field: string, value: unknown) => ReactNode;
}

/** Reports an edit conflict (412) with both values of each field. */
export function ConflictNotice({ conflict, labels, onUseTheirs, show = showPlain }: ConflictNoticeProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (conflict !== null) place.current?.focus();
  }, [conflict]);
  if (conflict === null) return null;
  return (
    <Box ref={place} tabIndex={-1} sx={{ outline: 'none' }}>
      <Notice tone="warning">
        <Typography sx={{ fontWeight: 600 }}>
          Changed by {conflict.changed_by} at {momentText(conflict.changed_at)}
        </Typography>
        <Typography variant="body2">
          Your entries are still here. Save again to keep them, or use the other value.
        </Typography>
        {conflict.fields.length > 0 && (
          <Box component="ul" aria-label="Both values" sx={{ listStyle: 'none', m: 0, mt: 1, p: 0 }}>
            {conflict.fields.map(({ path, yours, theirs }) => (
              <Box
                component="li"
                key={path}
                sx={{ py: 1, borderTop: 1, borderColor: 'divider', overflowWrap: 'anywhere' }}
              >
                <Typography variant="body2" sx={{ fontWeight: 600 }}>
                  {labels[path] ?? path}
                </Typography>
                <Typography variant="body2">Yours: {show(path, yours)}</Typography>
                <Typography variant="body2">Theirs: {show(path, theirs)}</Typography>
                <Button
                  size="small"
                  color="inherit"
                  variant="outlined"
                  sx={{ mt: 0.5 }}
                  aria-label={`Use theirs for ${labels[path] ?? path}`}
                  onClick={() => onUseTheirs(path)}
                >
                  Use theirs
                </Button>
              </Box>
            ))}
          </Box>
        )}
      </Notice>
    </Box>
  );
}

/** A value as text; a dash for none. */
export function showPlain(_field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '\u2014';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return String(value);
}
