import { zodResolver } from '@hookform/resolvers/zod';
import { PLAIN } from '@portal/contract';
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import type { z } from 'zod';

/** A form checked by a schema of @portal/contract: on submit, then on change. The first error gets the focus. */
export function useZodForm<Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
  defaultValues: DefaultValues<Input>,
): UseFormReturn<Input, unknown, Output> {
  return useForm<Input, unknown, Output>({
    resolver: zodResolver(schema, PLAIN),
    defaultValues,
    shouldFocusError: true,
  });
}
