import {
  problemSchema,
  type Site,
  type SiteDetailsForm,
  siteDetailsSchema,
  siteSchema,
} from '@portal/contract';
import { DEALER_SITE_INPUTS, US_STATE_CODES } from '@portal/domain/values';
import { useRef, useState } from 'react';
import { textInputs } from '../../shared/form/texts.ts';
import { showServerErrors, useZodForm } from '../../shared/form/useZodForm.ts';
import { HttpError } from '../../shared/http/http.ts';
import type { Conflict } from '../../shared/ui/ConflictNotice.tsx';
import { useSitePatch } from './useSitePatch.ts';

/** A site and the revision at which it was read. */
export interface RevisedSite {
  readonly site: Site;
  readonly etag: string | null;
}

type Details = Required<SiteDetailsForm>;
type Field = keyof Details;

/** The details of a site as the form's fields hold them. */
function fieldsOf(site: Site): Partial<Details> {
  const state = US_STATE_CODES.find((code) => code === site.site_state);
  return {
    ...(state ? { site_state: state } : {}),
    site_name: site.site_name,
    site_address: site.site_address,
    site_city: site.site_city,
    site_zip: site.site_zip,
    number_of_acu_panels: site.number_of_acu_panels,
    ...textInputs(DEALER_SITE_INPUTS, site),
  };
}

const texts = {
  done: { title: 'Site Updated', description: 'The details of the site have been saved.' },
  failed: { title: 'Update Failed', fallback: 'The site was not changed. Please try again.' },
};

/** What a 412 says about who was faster; null for any other refusal. */
function conflictOf(error: unknown): Conflict | null {
  if (!(error instanceof HttpError) || error.status !== 412) return null;
  return problemSchema.shape.conflict.safeParse(error.conflict).data ?? null;
}

/**
 * The edit-site form: sends the changed fields alone, at the revision that was read. Where somebody else was faster it
 * takes over what they changed, keeps what was entered here, and tells both values; saving again is then on top of
 * theirs.
 */
export function useSiteForm(initial: RevisedSite, close: () => void) {
  const base = useRef(initial);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const form = useZodForm(siteDetailsSchema, fieldsOf(initial.site));
  const patch = useSitePatch(initial.site.id, texts);

  const changed = (values: Readonly<Record<string, unknown>>) => {
    const before: Readonly<Record<string, unknown>> = fieldsOf(base.current.site);
    return Object.entries(values).filter(
      ([field, value]) => String(value ?? '') !== String(before[field] ?? ''),
    );
  };
  const rebase = (found: Conflict) => {
    const mine = Object.fromEntries(changed(form.getValues()));
    const now = siteSchema.safeParse({ ...base.current.site, ...found.current });
    base.current = { site: now.data ?? base.current.site, etag: found.etag };
    form.reset({ ...fieldsOf(base.current.site), ...mine });
    setConflict(found);
  };

  const submit = form.handleSubmit((details) => {
    if (patch.isPending) return;
    // a count that was left blank keeps what it was
    const texts = changed(details).flatMap(([field, value]) =>
      value === undefined ? [] : [[field, String(value)]],
    );
    if (texts.length === 0) return close();
    patch.mutate(
      { changes: Object.fromEntries(texts), etag: base.current.etag },
      {
        onSuccess: close,
        onError(error) {
          const found = conflictOf(error);
          if (found === null) showServerErrors(form, error);
          else rebase(found);
        },
      },
    );
  });
  /** Gives up what was entered in a field for what the others made of it. */
  const useTheirs = (field: string) => {
    const theirs = fieldsOf(base.current.site)[field as Field];
    if (theirs !== undefined) form.setValue(field as Field, theirs);
  };
  return { form, submit, busy: patch.isPending, conflict, useTheirs };
}
