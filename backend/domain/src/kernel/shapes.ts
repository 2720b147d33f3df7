import { z } from 'zod';
import type { Immutable } from './event.ts';

/** An amount of at least 0, in integer cents. */
export const centsShape = z.number().int().nonnegative();
/** An amount that may be a deduction, in integer cents. */
export const signedCentsShape = z.number().int();
/** A calendar day, `YYYY-MM-DD`. */
export const dayShape = z.iso.date();
/** A billing month, `YYYY-MM`. */
export const periodShape = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/);
/** An ISO instant in UTC. */
export const instantShape = z.iso.datetime();
/** A whole number of at least 0: readers, panels, revisions, numbers in the log. */
export const countShape = z.number().int().nonnegative();

/** A record's details of this shape. */
export type Details<Shape extends z.ZodRawShape> = Immutable<z.output<z.ZodObject<Shape>>>;
