import type { SiteTerms } from '@portal/domain';
import type { Credentials } from '../modules/users/signIn/credentials.ts';
import type { CausalChain } from './causalChain.ts';
import type { Execute, Load, PortalEnvelope } from './execute.ts';

/** What every command of the portal is given beside its input; made once by compose. */
export interface CommandPorts {
  readonly execute: Execute;
  readonly load: Load;
  /** Runs the processes after an append; the answer waits for the chain. */
  followUp(appended: readonly PortalEnvelope[]): Promise<CausalChain>;
  /** The keyed hash of a username as compared (NFKC, lower case): the id of its reservation stream. */
  usernameHash(username: string): string;
  readonly credentials: Credentials;
  /** The day it is in BILLING_TZ at an ISO instant. */
  billingDay(instant: string): string;
  /** What each site of an account says about its price, by read models that know of everything in the log. */
  siteTerms(accountId: string): Promise<readonly SiteTerms[]>;
  /** The lowest dealer id the read model believes to be free; null when all are used up. */
  nextDealerId(): Promise<string | null>;
  /**
   * Runs what gives a dealer its id, one at a time in all processes: approvals of one dealer at the same moment would
   * each take an id, and an id is never given back.
   */
  approvalsOneByOne<Result>(work: () => Promise<Result>): Promise<Result>;
  /**
   * Runs what takes the administrator role away, one at a time in all processes, so that two administrators can't
   * demote each other at once. `others` counts the administrators beside a user, by their own streams.
   */
  administratorsOneByOne<Result>(
    work: (others: (userId: string) => Promise<number>) => Promise<Result>,
  ): Promise<Result>;
}
