import ReleaseIcon from '@mui/icons-material/LockOpenOutlined';
import LiveIcon from '@mui/icons-material/RocketLaunchOutlined';
import DemoIcon from '@mui/icons-material/ScienceOutlined';
import type { Account } from '@portal/contract';
import { NewRateButton, PromiseButton } from '../../dealerBilling/actions.tsx';
import { ActionButton, type ActionVariant, EditButton } from '../../kit/ActionButton.tsx';
import type { Action } from '../../kit/ActionDialog.tsx';
import { CompanyPaymentButton } from '../invoices/actions.tsx';
import { EditCompanyDialog } from './EditCompanyDialog.tsx';
import { nameOf } from './fields.tsx';

const DONE = 'Company updated';
const FAILED = 'Failed to update company.';

const goLive: Action<Account> = {
  resource: 'companies',
  name: 'goLive',
  label: 'Go live',
  icon: LiveIcon,
  question: (company) => `Take ${nameOf(company)} live?`,
  consequences: [
    'Payments use production credentials: real cards are charged.',
    'Cards saved in demo mode do not apply; the dealer has to save a new one.',
  ],
  why: 'Recorded in the history.',
  done: DONE,
  failed: FAILED,
  run: (portal, id, meta) => portal.setDemoStatus(id, false, meta),
};

const backToDemo: Action<Account> = {
  resource: 'companies',
  name: 'backToDemo',
  label: 'Back to demo',
  icon: DemoIcon,
  destructive: true,
  question: (company) => `Take ${nameOf(company)} back to demo?`,
  consequences: [
    'Payments use sandbox credentials: test cards only, no real charges.',
    'The card saved in live mode is kept in case the company goes live again.',
  ],
  why: 'Recorded in the history.',
  done: DONE,
  failed: FAILED,
  run: (portal, id, meta) => portal.setDemoStatus(id, true, meta),
};

const releaseOrderHold: Action<Account> = {
  resource: 'companies',
  name: 'releaseOrderHold',
  label: 'Allow orders',
  icon: ReleaseIcon,
  question: (company) => `Allow new orders of ${nameOf(company)}?`,
  consequences: [
    'The invoices that hold orders now do not hold them again, also at a later step.',
    'Another invoice that becomes overdue holds new orders again.',
  ],
  why: 'Recorded in the history.',
  whyNeeded: true,
  done: DONE,
  failed: FAILED,
  run: (portal, id, meta) => portal.releaseOrderHold(id, meta),
};

interface CompanyButtonProps {
  readonly company: Account;
  readonly variant?: ActionVariant;
}

export function EditCompanyButton({ company, variant = 'icon' }: CompanyButtonProps) {
  return <EditButton resource="companies" variant={variant} record={company} dialog={EditCompanyDialog} />;
}

/** The actions on a company. */
export function CompanyActions({ company }: { readonly company: Account }) {
  return (
    <>
      <ActionButton action={goLive} record={company} variant="outlined" />
      <ActionButton action={backToDemo} record={company} variant="outlined" />
      <ActionButton action={releaseOrderHold} record={company} variant="outlined" />
      <CompanyPaymentButton company={company} variant="outlined" />
      <PromiseButton company={company} variant="outlined" />
      <NewRateButton company={company} variant="outlined" />
      <EditCompanyButton company={company} variant="outlined" />
    </>
  );
}
