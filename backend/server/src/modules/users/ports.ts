import type { CompanyCommandPorts } from '../companies/ports.ts';
import type { Credentials } from './signIn/credentials.ts';

/** What commands about people are given. */
export interface UserCommandPorts extends CompanyCommandPorts {
  /** The keyed hash of a username as compared (NFKC, lower case): the id of its reservation stream. */
  usernameHash(username: string): string;
  readonly credentials: Credentials;
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
