import { useEffect } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';

/**
 * Like useZodForm, for a page that loads its schema, and with it zod, once something is entered. `load` imports the
 * module that makes the resolver; it must be stable.
 */
export function useLaterZodForm<Input extends FieldValues, Output>(
  load: () => Promise<Resolver<Input, unknown, Output>>,
  /** '' also for a select without a choice: a form is changed where its values differ from these. */
  defaultValues: { readonly [Name in keyof Input]?: Input[Name] | '' },
): UseFormReturn<Input, unknown, Output> {
  const form = useForm<Input, unknown, Output>({
    resolver: async (values, context, options) => (await load())(values, context, options),
    defaultValues: defaultValues as DefaultValues<Input>,
    shouldFocusError: true,
  });
  const { isDirty } = form.formState;
  useEffect(() => {
    // a failed import is reported by the submit
    if (isDirty) load().catch(() => undefined);
  }, [load, isDirty]);
  return form;
}
