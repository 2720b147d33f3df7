import { Suspense, useState } from 'react';
import type { RaRecord } from 'react-admin';
import { useVerb } from './useVerb.ts';
import { VerbDialog } from './VerbDialog.tsx';
import type { Verb, VerbChoice } from './verb.ts';

interface VerbQuestionProps<R extends RaRecord> {
  readonly verb: Verb<R>;
  readonly record: R;
  readonly leave?: (() => void) | undefined;
  readonly onClose: () => void;
}

/** Asks about a verb on one record, and carries it out. */
export function VerbQuestion<R extends RaRecord>({ verb, record, leave, onClose }: VerbQuestionProps<R>) {
  const { busy, run } = useVerb(verb, leave);
  const { whyNeeded = false, choice: Choice } = verb;
  const [choice, setChoice] = useState<VerbChoice | null>({ adds: {} });
  return (
    <VerbDialog
      verb={verb}
      question={verb.question(record)}
      facts={verb.facts?.(record)}
      whyNeeded={typeof whyNeeded === 'function' ? whyNeeded(record) : whyNeeded}
      warning={verb.warning?.(record)}
      choice={
        Choice !== undefined && (
          <Suspense fallback={null}>
            <Choice record={record} onChange={setChoice} />
          </Suspense>
        )
      }
      confirm={choice === null ? null : (choice.label ?? verb.label)}
      open
      busy={busy}
      onCancel={onClose}
      onConfirm={(because) =>
        void run([record.id], { ...because, ...choice?.adds }).then((done) => {
          // what was refused for want of a reason can be given one
          if (done > 0 || verb.why === undefined) onClose();
        })
      }
    />
  );
}
