import { z } from 'zod';

/** Event data is JSON: these are the shapes its money and time take in every noun. */

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

/** What a record's details are where their shape is this one; nobody changes them in place. */
export type Details<Shape extends z.ZodRawShape> = Readonly<
  Omit<z.output<z.ZodObject<Shape>>, 'hardware'> & { hardware: readonly string[] }
>;
