import type { Account } from '@portal/contract';
import { dollarsText, NONE, showPlace, showRate } from '../../../shared/text.ts';
import { NewRateButton, NewRatesButton } from '../../dealerBilling/actions.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { CardText } from '../../ui/fields.tsx';
import { SearchInput } from '../../ui/filterInputs.tsx';
import { List } from '../../ui/List.tsx';
import { CompanyPaymentButton } from '../invoices/actions.tsx';
import { EditCompanyButton } from './actions.tsx';
import { companyFields, nameOf } from './fields.tsx';

/** The companies and their accounts (S2-2-admin). */
export default function CompanyList() {
  return (
    <List
      resource="companies"
      title="Companies"
      lead="Sites, recurring revenue, open balance and rate of each company."
      sort={{ field: 'company_name', order: 'ASC' }}
      fields={companyFields}
      filters={<SearchInput label="Search companies" placeholder="Company or dealer ID" />}
    >
      <DataTable<Account>
        label="Companies"
        empty="No companies found."
        bulkActionButtons={() => <NewRatesButton />}
        cardAside="is_demo_account"
        card={(company) => (
          <CardText>{`${company.dealer_id ?? NONE} · ${showPlace(company.company_city, company.company_state)} · ${showRate(company.default_reader_rate)} per reader · ${dollarsText(company.projected_monthly ?? 0)} a month${company.open_amount ? ` · ${dollarsText(company.open_amount)} open` : ''}`}</CardText>
        )}
        actions={(company, look) => (
          <>
            {(company.open_amount ?? 0) > 0 && (
              <CompanyPaymentButton company={company} of={nameOf(company)} {...look} />
            )}
            <NewRateButton company={company} {...look} />
            <EditCompanyButton company={company} />
          </>
        )}
      />
    </List>
  );
}
