import type { PaymentMethod } from '@portal/contract';
import type { SiteTerms } from '@portal/domain';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import type { ReadPorts } from '../../platform/readPorts.ts';

export interface CompanyPorts extends ReadPorts {
  readonly commands: CompanyCommandPorts;
  /** The card that a company keeps with the provider; null for none. */
  paymentMethodOf(accountId: string): Promise<PaymentMethod>;
}

export interface CompanyCommandPorts extends CommandPorts {
  /** Price terms of all sites, from read models that are up to date with the log. */
  siteTerms(accountId: string): Promise<readonly SiteTerms[]>;
}
