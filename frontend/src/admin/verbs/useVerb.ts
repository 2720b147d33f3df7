import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Identifier, type RaRecord, useDataProvider, useNotify } from 'react-admin';
import { messageOf } from '../../shared/http/http.ts';
import { duringVerb, leftPagesOf } from '../live/duringVerb.ts';
import { refreshResources } from '../live/refreshResources.ts';
import type { AdminDataProvider, Because } from '../providers/dataProvider.ts';
import type { Verb } from './verb.ts';

/** Calls at a time when a verb is applied to many rows. */
const AT_ONCE = 4;

interface VerbRunner {
  readonly busy: boolean;
  /** Resolves to how many of `ids` went through, when the lists show it. Never rejects: a toast says what failed. */
  run(ids: readonly Identifier[], because?: Because): Promise<number>;
}

/**
 * Runs a verb on one or many records: pessimistic, one toast at the end, all lists refreshed. `leave` is called once
 * all went through, before the pages read again: to leave the page of a record that is gone.
 */
export function useVerb<R extends RaRecord>(verb: Verb<R>, leave?: () => void): VerbRunner {
  const provider = useDataProvider<AdminDataProvider>();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const [busy, setBusy] = useState(false);

  const run = async (ids: readonly Identifier[], because: Because = {}) => {
    setBusy(true);
    const refusals: string[] = [];
    const answers: RaRecord[] = [];
    // one that was refused may be so because somebody else was faster: in any case show what is true now
    await duringVerb(queryClient, async () => {
      for (let start = 0; start < ids.length; start += AT_ONCE) {
        const outcomes = await Promise.allSettled(
          ids.slice(start, start + AT_ONCE).map((id) => verb.run(provider, id, because)),
        );
        for (const outcome of outcomes)
          if (outcome.status === 'rejected') refusals.push(messageOf(outcome.reason, verb.failed));
          else answers.push(outcome.value);
      }
      if (refusals.length > 0 || leave === undefined) return;
      leave();
      await leftPagesOf(queryClient, verb.resource, ids);
    });
    setBusy(false);
    const done = answers.length;
    if (done > 0 && verb.refetchAfterMs !== undefined)
      setTimeout(() => void refreshResources(queryClient), verb.refetchAfterMs);
    const [first] = refusals;
    const [answer] = answers;
    const told = done > 1 ? `${done} records` : answer === undefined ? undefined : verb.told?.(answer);
    if (first === undefined) notify(verb.done, { type: 'success', description: told });
    else notify(ids.length === 1 ? first : `${done} of ${ids.length} done. ${first}`, { type: 'error' });
    return done;
  };
  return { busy, run };
}
