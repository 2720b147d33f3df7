import { Button } from '@mui/material';
import { useState } from 'react';
import { type RaRecord, useGetRecordRepresentation, useListContext } from 'react-admin';
import { useDialogs } from '../dialogs/DialogHost.tsx';
import { useAllowed } from '../useAllowed.ts';
import { ActionButton, type ActionVariant } from './ActionButton.tsx';
import { useVerb } from './useVerb.ts';
import { VerbDialog } from './VerbDialog.tsx';
import { VerbQuestion } from './VerbQuestion.tsx';
import type { Verb } from './verb.ts';

interface VerbButtonProps<R extends RaRecord> {
  readonly verb: Verb<R>;
  readonly record: R;
  readonly variant?: ActionVariant;
  /** Called once it went through, before the pages read again. */
  readonly leave?: (() => void) | undefined;
}

/** A verb on one record, where `canAccess` offers it; nothing otherwise. */
export function VerbButton<R extends RaRecord>({
  verb,
  record,
  variant = 'text',
  leave,
}: VerbButtonProps<R>) {
  const allowed = useAllowed(verb.resource, verb.action, record);
  const represent = useGetRecordRepresentation(verb.resource);
  const open = useDialogs();
  if (!allowed) return null;
  return (
    <ActionButton
      label={verb.label}
      of={String(represent(record))}
      icon={verb.icon}
      variant={variant}
      // the dialog warns in red; a red word in every row would only be noise
      quiet={verb.grave}
      onClick={() =>
        open((close) => <VerbQuestion verb={verb} record={record} leave={leave} onClose={close} />)
      }
    />
  );
}

/** A verb on those of the selected rows that take it. */
export function BulkVerbButton<R extends RaRecord>({ verb }: { readonly verb: Verb<R> }) {
  const { selectedIds = [], data = [], onUnselectItems } = useListContext<R>();
  const [asking, setAsking] = useState(false);
  const { busy, run } = useVerb(verb);
  const Icon = verb.icon;
  const allowed = useAllowed(verb.resource, verb.action);
  if (!allowed || data.length === 0) return null;
  const selected = data.filter(({ id }) => selectedIds.includes(id));
  const warned = selected.flatMap((record) => verb.warning?.(record) ?? []);
  const [only] = selectedIds.length === 1 ? selected : [];
  return (
    <>
      <Button
        size="small"
        color={verb.grave ? 'inherit' : 'primary'}
        startIcon={<Icon fontSize="small" />}
        aria-haspopup="dialog"
        onClick={() => setAsking(true)}
      >
        {verb.label}
      </Button>
      <VerbDialog
        verb={verb}
        whyNeeded={verb.whyNeeded === true}
        warning={warned.length > 1 ? `${warned.length} of them: ${warned[0]}` : warned[0]}
        question={only === undefined ? verb.bulkQuestion(selectedIds.length) : verb.question(only)}
        open={asking}
        busy={busy}
        onCancel={() => setAsking(false)}
        onConfirm={(because) =>
          void run(selectedIds, because).then((done) => {
            setAsking(false);
            if (done > 0) onUnselectItems();
          })
        }
      />
    </>
  );
}
