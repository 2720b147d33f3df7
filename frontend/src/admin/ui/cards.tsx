import { Box, Typography } from '@mui/material';
import { createContext, type ReactNode, useContext } from 'react';
import { type RaRecord, useResourceContext } from 'react-admin';
import { RecordLink } from '../records/links.tsx';

/** An amount of money beside the link of a card. */
export function CardAmount({ children }: { readonly children: ReactNode }) {
  return <Typography sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>{children}</Typography>;
}

/** Secondary text of a card. */
export function CardText({ children }: { readonly children: ReactNode }) {
  return (
    <Typography variant="body2" color="text.secondary" component="div" sx={{ overflowWrap: 'anywhere' }}>
      {children}
    </Typography>
  );
}

/** The buttons below a card. */
export function CardActions({ children }: { readonly children: ReactNode }) {
  return (
    <Box
      sx={{
        mt: 1,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        '&:empty': { display: 'none' },
      }}
    >
      {children}
    </Box>
  );
}

/** Where a row leads; the record's own page by default. */
export type RowClick<R extends RaRecord> = (record: R) => string;

export const RowClickContext = createContext<RowClick<RaRecord> | undefined>(undefined);

/** A link to what a click on the row opens. */
export function RowLink({ record, children }: { readonly record: RaRecord; readonly children: ReactNode }) {
  const resource = useResourceContext() ?? '';
  const rowClick = useContext(RowClickContext);
  return (
    <RecordLink resource={resource} id={record.id} to={rowClick?.(record)}>
      {children}
    </RecordLink>
  );
}
