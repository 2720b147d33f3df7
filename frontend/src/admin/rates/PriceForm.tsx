import type { RateEffectInput } from '@portal/contract';
import { type ReactNode, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { showServerErrors } from '../../shared/form/useZodForm.ts';
import { messageOf } from '../../shared/http/http.ts';
import { toast } from '../../shared/toast/toasts.ts';
import { FormBody } from '../dialogs/FormBody.tsx';
import type { FormFrame } from '../dialogs/FormDialog.tsx';
import { ReasonField } from '../dialogs/ReasonField.tsx';
import { ShortNoticeField } from '../sites/parts.tsx';
import { EffectTable } from './EffectTable.tsx';
import { useRateEffect } from './useRateEffect.ts';

/** Fields that every price form has. */
type PriceValues = FieldValues & { confirm_short_notice?: boolean | undefined; reason?: string | undefined };

interface PriceFormProps<Input extends PriceValues, Output> {
  readonly frame: FormFrame;
  readonly form: UseFormReturn<Input, unknown, Output>;
  readonly accountId: string;
  /** What the effect is asked for. */
  readonly effectInput: (values: Input) => RateEffectInput;
  readonly save: (values: Input) => Promise<unknown>;
  /** Title of the toast after success, and what is said where the server gave no words (spec 2, section 8). */
  readonly done: string;
  readonly failed: string;
  readonly onSaved: () => void;
  readonly children: ReactNode;
}

/**
 * A form that changes a price. It is saved in two steps: first its effect on the next invoice is shown, line by line;
 * what is typed after that has another effect, and is shown anew.
 */
export function PriceForm<Input extends PriceValues, Output>(props: PriceFormProps<Input, Output>) {
  const { frame, form, accountId, effectInput, save, done, failed, onSaved, children } = props;
  const effects = useRateEffect(accountId);
  const [saving, setSaving] = useState(false);
  const effect = effects.effectOf(effectInput(form.watch()));

  const store = async (values: Input) => {
    setSaving(true);
    try {
      await save(values);
    } catch (error) {
      setSaving(false);
      showServerErrors(form, error);
      toast({ title: 'Error', description: messageOf(error, failed), variant: 'destructive' });
      return;
    }
    frame.close();
    toast({ title: done });
    onSaved();
  };
  const submit = form.handleSubmit(async () => {
    if (saving) return;
    const values = form.getValues();
    const input = effectInput(values);
    if (effects.effectOf(input) === null) await effects.ask(input);
    else await store(values);
  });
  return (
    <FormBody
      frame={frame}
      form={form}
      busy={saving || effects.busy}
      busyLabel={saving ? 'Saving...' : 'Computing...'}
      submitLabel={effect === null ? 'Show effect' : 'Save'}
      onSubmit={submit}
    >
      {children}
      <ShortNoticeField form={form} needed={effect?.short_notice === true} />
      <ReasonField form={form} needed={effect?.short_notice === true} />
      {effect !== null && <EffectTable key={JSON.stringify(effect)} effect={effect} />}
    </FormBody>
  );
}
