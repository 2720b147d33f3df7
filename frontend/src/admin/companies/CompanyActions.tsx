import type { Account } from '@portal/contract';
import { type ActionVariant, EditButton, VerbButton } from '../kit/ActionButton.tsx';
import { EditCompanyDialog } from './dialogs.ts';
import { backToDemo, goLive } from './verbs.ts';

/** Edits a company. */
export function EditCompanyButton({
  company,
  variant = 'icon',
}: {
  readonly company: Account;
  readonly variant?: ActionVariant;
}) {
  return <EditButton resource="companies" variant={variant} record={company} dialog={EditCompanyDialog} />;
}

/** All that can be done with a company now. */
export function CompanyActions({ company }: { readonly company: Account }) {
  return (
    <>
      <VerbButton verb={goLive} record={company} variant="outlined" />
      <VerbButton verb={backToDemo} record={company} variant="outlined" />
      <EditCompanyButton company={company} variant="outlined" />
    </>
  );
}
