import { Button, DialogActions, DialogContent, Skeleton } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Identifier, type RaRecord, useDataProvider } from 'react-admin';
import { LoadProblem } from '../../shared/ui/LoadProblem.tsx';
import type { AdminDataProvider, Revised } from '../providers/dataProvider.ts';
import { FormDialog, type FormFrame } from './FormDialog.tsx';

interface EditDialogProps<R extends RaRecord> {
  readonly resource: string;
  readonly id: Identifier;
  readonly title: string;
  readonly onClose: () => void;
  readonly children: (initial: Revised<R>, frame: FormFrame) => ReactNode;
}

/**
 * A dialog that edits a record. It reads the record anew, with its revision, and keeps both whatever the pages behind
 * it read meanwhile.
 */
export function EditDialog<R extends RaRecord>({
  resource,
  id,
  title,
  onClose,
  children,
}: EditDialogProps<R>) {
  const provider = useDataProvider<AdminDataProvider>();
  const { data, error, refetch } = useQuery({
    queryKey: ['editing', resource, id],
    queryFn: () => provider.readForEdit<R>(resource, id),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  });
  return (
    <FormDialog title={title} onClose={onClose}>
      {(frame) =>
        data === undefined ? (
          <>
            <DialogContent>
              {error ? (
                <LoadProblem
                  text="This record could not be loaded."
                  error={error}
                  onRetry={() => void refetch()}
                />
              ) : (
                <Skeleton variant="rounded" height={320} role="status" aria-label="Loading" />
              )}
            </DialogContent>
            <DialogActions>
              <Button onClick={frame.close}>Cancel</Button>
            </DialogActions>
          </>
        ) : (
          children(data, frame)
        )
      }
    </FormDialog>
  );
}
