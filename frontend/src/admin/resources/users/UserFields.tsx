import { CheckField, Field, FieldGrid } from '../../../shared/form/Field.tsx';
import { CompanyField } from '../../records/companyChoice.tsx';

interface UserFieldsProps {
  /** Below the Dealer ID and the account. */
  readonly hints: { readonly dealerId: string; readonly account: string };
}

/** Labels of a user's fields. */
export const USER_LABELS = {
  username: 'Username',
  email: 'Email',
  password: 'Password',
  name: 'Name',
  company: 'Company',
  dealer_id: 'Dealer ID',
  account_id: 'Account',
  phone: 'Phone',
  address: 'Address',
  city: 'City',
  state: 'State',
  zip: 'ZIP code',
  is_admin: 'Administrator',
} as const;

const at = (name: keyof typeof USER_LABELS) => ({ name, label: USER_LABELS[name] });

/** Username and email. */
export function SignInFields() {
  return (
    <FieldGrid>
      <Field {...at('username')} autoComplete="off" required />
      <Field {...at('email')} type="email" autoComplete="off" required />
    </FieldGrid>
  );
}

/** The other fields of a user that Add User and Edit User share. */
export function UserFields({ hints }: UserFieldsProps) {
  return (
    <>
      <FieldGrid>
        <Field {...at('name')} required />
        <Field {...at('company')} required />
        <CompanyField {...at('account_id')} hint={hints.account} />
        <Field {...at('dealer_id')} hint={hints.dealerId} />
        <Field {...at('phone')} type="tel" />
        <Field {...at('address')} />
      </FieldGrid>
      <FieldGrid columns="2fr 1fr 1fr">
        <Field {...at('city')} />
        <Field {...at('state')} />
        <Field {...at('zip')} />
      </FieldGrid>
      <CheckField {...at('is_admin')} />
    </>
  );
}
