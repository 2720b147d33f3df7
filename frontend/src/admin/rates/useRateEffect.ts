import { paths, type RateEffect, type RateEffectInput, rateEffectAnswerSchema } from '@portal/contract';
import { useState } from 'react';
import { messageOf, request } from '../../shared/http/http.ts';
import { toast } from '../../shared/toast/toasts.ts';

interface Shown {
  /** What was asked, as text: another price has another effect. */
  readonly of: string;
  readonly effect: RateEffect;
}

/** The effect of a rate or promotion that is not saved yet, POST …/rate-effect. */
export function useRateEffect(accountId: string) {
  const [shown, setShown] = useState<Shown | null>(null);
  const [busy, setBusy] = useState(false);
  const ask = async (input: RateEffectInput): Promise<void> => {
    if (busy) return;
    setBusy(true);
    try {
      const answer = await request('POST', paths.admin.rateEffect(accountId), input);
      setShown({ of: JSON.stringify(input), effect: rateEffectAnswerSchema.parse(answer) });
    } catch (error) {
      const description = messageOf(error, 'The effect on the next invoice could not be computed.');
      toast({ title: 'Error', description, variant: 'destructive' });
    }
    setBusy(false);
  };
  /** The effect where it was asked for just this; null before, and after something was typed. */
  const effectOf = (input: RateEffectInput): RateEffect | null =>
    shown !== null && shown.of === JSON.stringify(input) ? shown.effect : null;
  return { busy, ask, effectOf };
}
