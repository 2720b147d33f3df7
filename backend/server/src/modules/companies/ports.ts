import type { PaymentMethod } from '@portal/contract';
import type { SiteTerms } from '@portal/domain';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import type { ReadPorts } from '../../platform/readPorts.ts';

/** What the routes of companies are given. */
export interface CompanyPorts extends ReadPorts {
  readonly commands: CompanyCommandPorts;
  /** The card that a company keeps with the provider; null for none. */
  paymentMethodOf(accountId: string): Promise<PaymentMethod>;
}

/** What commands about companies are given. */
export interface CompanyCommandPorts extends CommandPorts {
  /** What each site of an account says about its price, by read models that know of everything in the log. */
  siteTerms(accountId: string): Promise<readonly SiteTerms[]>;
}
