import { zodResolver } from '@hookform/resolvers/zod';
import { PLAIN } from '@portal/contract';
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import type { z } from 'zod';

/** A form checked by a schema of @portal/contract: on submit, then on change. The first error gets the focus. */
export function useZodForm<Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
  /** '' also for a select without a choice: a form is changed where its values differ from these. */
  defaultValues: { readonly [Name in keyof Input]?: Input[Name] | '' },
): UseFormReturn<Input, unknown, Output> {
  return useForm<Input, unknown, Output>({
    resolver: zodResolver(schema, PLAIN),
    defaultValues: defaultValues as DefaultValues<Input>,
    shouldFocusError: true,
  });
}
