import { Button } from '@mui/material';
import { useState } from 'react';
import { type RaRecord, useGetRecordRepresentation, useListContext } from 'react-admin';
import { useAllowed } from '../useAllowed.ts';
import { ActionButton, type ActionVariant } from './ActionButton.tsx';
import { useVerb } from './useVerb.ts';
import { VerbDialog } from './VerbDialog.tsx';
import type { Verb } from './verb.ts';

interface VerbButtonProps<R extends RaRecord> {
  readonly verb: Verb<R>;
  readonly record: R;
  readonly variant?: ActionVariant;
  /** Called once it went through, before the pages read again. */
  readonly leave?: () => void;
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
  const [asking, setAsking] = useState(false);
  const { busy, run } = useVerb(verb, leave);
  // stays while its dialog is open, so that the dialog ends properly once the record has changed
  if (!allowed && !asking) return null;
  return (
    <>
      <ActionButton
        label={verb.label}
        of={String(represent(record))}
        icon={verb.icon}
        variant={variant}
        // the dialog warns in red; a red word in every row would only be noise
        quiet={verb.grave}
        onClick={() => setAsking(true)}
      />
      <VerbDialog
        verb={verb}
        question={verb.question(record)}
        facts={verb.facts?.(record)}
        open={asking}
        busy={busy}
        onCancel={() => setAsking(false)}
        onConfirm={(because) =>
          void run([record.id], because).then((done) => {
            // what was refused for want of a reason can be given one
            if (done > 0 || verb.why === undefined) setAsking(false);
          })
        }
      />
    </>
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
        question={verb.bulkQuestion(selectedIds.length)}
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
