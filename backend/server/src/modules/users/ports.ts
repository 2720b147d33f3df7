import type { CausalChain } from '../../kernel/causalChain.ts';
import type { CommandContext } from '../../kernel/commandContext.ts';
import type { Precaution } from '../../kernel/edited.ts';
import type { ChangeFeed } from '../../platform/http/changeFeed.ts';
import type { PublicLimits } from '../../platform/http/publicLimits.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import type { ReadPorts } from '../../platform/readPorts.ts';
import type { CompanyCommandPorts } from '../companies/module.ts';
import type { Credentials } from './signIn/credentials.ts';
import type { LoginLimits } from './signIn/loginLimits.ts';
import type { Passkeys } from './signIn/passkeys.ts';
import type { PasswordResets } from './signIn/passwordResets.ts';
import type { FindCaller } from './signIn/readCaller.ts';
import type { SecondFactorPolicy, SecondFactors } from './signIn/secondFactors.ts';
import type { SessionStore } from './signIn/sessions.ts';

export interface UserPorts extends ReadPorts {
  readonly commands: UserCommandPorts;
  readonly loginLimits: LoginLimits;
  readonly publicLimits: PublicLimits;
  readonly passwordResets: PasswordResets;
  readonly outbox: Outbox;
  readonly sessionStore: SessionStore;
  readonly findCaller: FindCaller;
  /** Tells open pages what changed. */
  readonly feed: ChangeFeed;
  readonly secondFactors: SecondFactors;
  readonly passkeys: Passkeys;
  /** The company that runs the portal. */
  readonly companyName: string;
  /** Address of a page. */
  readonly page: (path: string) => string;
  /** Who needs a second factor, from environment and portal settings. */
  readonly secondFactorPolicy: SecondFactorPolicy;
  /** Waits, 2 s at most, until the `users` read model has passed this place in the log. */
  usersReach(position: string): Promise<unknown>;
  /** Deletes a user who is there and erases the personal data. @throws BusinessRefusal, StaleRevision */
  eraseUser(
    userId: string,
    context: CommandContext,
    precaution: Precaution,
    choices: ErasureChoices,
  ): Promise<{ readonly chain: CausalChain }>;
}

/** What an administrator decides about an erasure. */
export interface ErasureChoices {
  /** Money of a company without other users stays without recipient. */
  readonly confirmOpenMoney?: boolean | undefined;
  /** Takes also what belongs to addresses that other users have too. */
  readonly includeWithheld?: boolean | undefined;
}

export interface UserCommandPorts extends CompanyCommandPorts {
  /** The keyed hash of a username as compared (NFKC, lower case): the id of its reservation stream. */
  usernameHash(username: string): string;
  readonly credentials: Credentials;
  /** Invalidates the user's password reset links, before the password or address changes. */
  voidResetLinks(userId: string): Promise<void>;
  /** The lowest dealer id the read model believes to be free; null when all are used up. */
  nextDealerId(): Promise<string | null>;
  /** Ids of administrators, as the read model knows them. */
  administrators(): Promise<readonly string[]>;
  /**
   * One at a time, in all processes: concurrent approvals of a dealer would each take an id for good, and two
   * administrators, or two owners of a company, must not demote each other.
   */
  oneByOne<Result>(
    what: 'approvals' | 'administrators' | 'team',
    work: () => Promise<Result>,
  ): Promise<Result>;
}
