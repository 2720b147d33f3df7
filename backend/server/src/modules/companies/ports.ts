import type { SiteTerms } from '@portal/domain';
import type { CommandPorts } from '../../kernel/commandPorts.ts';

/** What commands about companies are given. */
export interface CompanyCommandPorts extends CommandPorts {
  /** What each site of an account says about its price, by read models that know of everything in the log. */
  siteTerms(accountId: string): Promise<readonly SiteTerms[]>;
}
