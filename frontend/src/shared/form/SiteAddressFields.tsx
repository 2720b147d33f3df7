import { mapValues, type TextField, US_STATE_CODES } from '@portal/domain/values';
import { Field, FieldGrid } from './Field.tsx';

export const SITE_ADDRESS_LABELS = {
  site_name: 'Site name',
  site_address: 'Address',
  site_city: 'City',
  site_state: 'State',
  site_zip: 'ZIP code',
} as const;

/** Name and address of a site, all required. `prefix`: of the form's field names. */
export function SiteAddressFields({ prefix = '' }: { readonly prefix?: string }) {
  const at = (field: keyof typeof SITE_ADDRESS_LABELS) => ({
    name: `${prefix}${field}`,
    label: SITE_ADDRESS_LABELS[field],
    required: true,
  });
  return (
    <>
      <Field {...at('site_name')} />
      <Field {...at('site_address')} />
      <FieldGrid columns="2fr 1fr 1fr">
        <Field {...at('site_city')} />
        <Field {...at('site_state')} options={US_STATE_CODES} />
        <Field {...at('site_zip')} />
      </FieldGrid>
    </>
  );
}

interface TextFieldsProps {
  /** By field name. */
  readonly texts: Readonly<Record<string, TextField>>;
  /** Of the multiline ones. */
  readonly lines: number;
}

/** An input for each of a record's optional texts. */
export const TextFields = ({ texts, lines }: TextFieldsProps) =>
  Object.entries(texts).map(([name, { label, multiline }]) => (
    <Field key={name} name={name} label={label} lines={multiline ? lines : undefined} />
  ));

type Texts = Readonly<Record<string, TextField>>;
type Values<T extends Texts> = { readonly [Name in keyof T]: string | null };

/** A record's optional texts as values of inputs: null becomes blank. */
export const textInputs = <T extends Texts>(texts: T, record: NoInfer<Values<T>>) =>
  mapValues(texts, (_text, name) => record[name] ?? '');

/** The texts with their labels, for display. */
export const textFacts = <T extends Texts>(texts: T, record: NoInfer<Values<T>>) =>
  Object.entries(texts).map(([name, { label }]) => ({ label, value: record[name] ?? null }));
