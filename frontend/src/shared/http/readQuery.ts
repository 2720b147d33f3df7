import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { read } from './http.ts';

/** A query that reads a path and checks the answer; its key is the path. */
export const readQuery = <Answer>(path: string, schema: z.ZodType<Answer>) =>
  queryOptions({ queryKey: [path], queryFn: async () => schema.parse(await read(path)) });
