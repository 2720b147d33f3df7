import { useEffect } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';

/**
 * As useZodForm, for a page whose schema is fetched once the form is drawn: nobody needs it before the first submit,
 * and with it comes the schema library. `load` imports a module that makes the resolver; it must not change.
 */
export function useLaterZodForm<Input extends FieldValues, Output>(
  load: () => Promise<Resolver<Input, unknown, Output>>,
  defaultValues: DefaultValues<Input>,
): UseFormReturn<Input, unknown, Output> {
  useEffect(() => {
    // a failure shows when it is needed
    load().catch(() => undefined);
  }, [load]);
  return useForm<Input, unknown, Output>({
    resolver: async (values, context, options) => (await load())(values, context, options),
    defaultValues,
    shouldFocusError: true,
  });
}
