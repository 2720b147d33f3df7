import { mapValues, type TextField } from '@portal/domain/values';

type Texts = Readonly<Record<string, TextField>>;
type Values<T extends Texts> = { readonly [Name in keyof T]: string | null };

/** A record's optional texts as values of inputs: null becomes blank. */
export const textInputs = <T extends Texts>(texts: T, record: NoInfer<Values<T>>) =>
  mapValues(texts, (_text, name) => record[name] ?? '');

/** The texts with their labels, for display. */
export const textFacts = <T extends Texts>(texts: T, record: NoInfer<Values<T>>) =>
  Object.entries(texts).map(([name, { label }]) => ({ label, value: record[name] ?? null }));
