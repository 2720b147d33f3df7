import type { EditAccountRequest } from '@portal/contract';
import {
  type AccountCommand,
  type AccountState,
  accountDecider,
  accountStream,
  BusinessRefusal,
  inSequence,
  type OpenAccountState,
  priceChangesOfAccount,
  type ShortNotice,
  withNotice,
} from '@portal/domain';
import { COMPANY_FIELDS, type Day, mapValues, snake } from '@portal/domain/values';
import type { CausalChain } from '../../kernel/causalChain.ts';
import type { CommandContext } from '../../kernel/commandContext.ts';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import { type Edited, type Precaution, revisionAfter } from '../../kernel/edited.ts';
import type { CompanyCommandPorts } from './ports.ts';

/** A company's account as it stands now. @throws BusinessRefusal 'Company not found' (not_found) */
export async function openAccount(
  ports: Pick<CommandPorts, 'load'>,
  accountId: string,
): Promise<OpenAccountState> {
  const account = await ports.load(accountStream(accountId), accountDecider);
  if (account.status === 'none') throw new BusinessRefusal('not_found', 'Company not found');
  return account;
}

/** Has a command decided on a company's stream and runs what follows from it. @throws BusinessRefusal, StaleRevision */
async function decideOnAccount(
  ports: Pick<CommandPorts, 'execute' | 'followUp'>,
  accountId: string,
  command: AccountCommand,
  context: CommandContext,
  precaution: Precaution = {},
): Promise<CausalChain> {
  const { appended } = await ports.execute({
    stream: accountStream(accountId),
    decider: accountDecider,
    command,
    context,
    accounts: [accountId],
    ...precaution,
  });
  return ports.followUp(appended);
}

/**
 * Saves the Edit Company dialog as one decision. If account name and company name are equal and one is given, both
 * change.
 * @throws BusinessRefusal 'Company not found' (not_found); StaleRevision
 */
export async function editAccount(
  ports: CommandPorts,
  accountId: string,
  patch: EditAccountRequest,
  context: CommandContext,
  { reason, seenRevision }: Precaution = {},
): Promise<Edited> {
  const account = await openAccount(ports, accountId);
  const { appended } = await ports.execute({
    stream: accountStream(accountId),
    decider: inSequence(accountDecider),
    command: stepsOf(patch, account),
    context,
    accounts: [accountId],
    reason,
    seenRevision,
  });
  return { chain: await ports.followUp(appended), revision: revisionAfter(appended) };
}

function stepsOf(patch: EditAccountRequest, { company }: OpenAccountState): readonly AccountCommand[] {
  const alike = company.name === company.companyName;
  const changes = {
    ...mapValues(COMPANY_FIELDS, (_label, field) => patch[snake(field)]),
    name: patch.name ?? (alike ? patch.company_name : undefined),
    companyName: patch.company_name ?? (alike ? patch.name : undefined),
  };
  const { equipment_purchases_enabled, demo_pricing } = patch;
  return [
    { type: 'ChangeCompanyDetails', changes },
    {
      type: 'ChangeAccountOptions',
      changes: { equipmentPurchasesEnabled: equipment_purchases_enabled, demoPricing: demo_pricing },
    },
  ];
}

/** GoLive or ReturnToDemo (S2-4); the mode it has changes nothing. @throws BusinessRefusal not_found */
export async function setDemoStatus(
  ports: CommandPorts,
  accountId: string,
  isDemo: boolean,
  context: CommandContext,
  reason?: string,
): Promise<CausalChain> {
  const command = { type: isDemo ? 'ReturnToDemo' : 'GoLive' } as const;
  return decideOnAccount(ports, accountId, command, context, { reason });
}

/**
 * Has a command on the prices of an account decided and runs what follows from it.
 * @throws BusinessRefusal 'Company not found' (not_found); unprocessable for an increase with short notice that is not
 * confirmed or has no reason
 */
async function decideOnPrices(
  ports: CompanyCommandPorts,
  accountId: string,
  command: AccountCommand | ((account: AccountState) => AccountCommand),
  context: CommandContext,
  said: ShortNotice,
): Promise<CausalChain> {
  const today = ports.billingDay(context.time);
  const sites = await ports.siteTerms(accountId);
  const changesOf = (before: AccountState, after: AccountState) =>
    before.status === 'none' || after.status === 'none'
      ? []
      : priceChangesOfAccount(before, after, sites, today);
  const { appended } = await ports.execute({
    stream: accountStream(accountId),
    decider: withNotice(inSequence(accountDecider), changesOf, today, said),
    command: [command],
    context,
    accounts: [accountId],
    reason: said.reason,
  });
  return ports.followUp(appended);
}

/** Promotional pricing as an administrator saves it (S2-5). */
export interface PromotionalTerms {
  /** Undefined: as it is. */
  readonly active?: boolean | undefined;
  /** Cents per reader and month; null only while the promotion is off. */
  readonly rateCents: number | null;
  readonly months: number;
  /** Licences and extra panels are free, and hardware can be chosen (rules B9 to B12). Undefined: as it is. */
  readonly licensePricing?: boolean | undefined;
  /** Confirms an increase with less than 30 days' notice. */
  readonly shortNoticeConfirmed?: boolean | undefined;
}

/**
 * ChangePromotionalPricing of an account. A promotion that is switched on begins on the billing day of the command;
 * new terms for one that runs leave its first day alone.
 * @throws BusinessRefusal 'Company not found' (not_found); terms that can't be, short notice of an increase that is not
 * confirmed or has no reason (unprocessable)
 */
export async function changePromotionalPricing(
  ports: CompanyCommandPorts,
  accountId: string,
  { rateCents, months, shortNoticeConfirmed, ...switches }: PromotionalTerms,
  context: CommandContext,
  reason?: string,
): Promise<CausalChain> {
  const today = ports.billingDay(context.time);
  const command = (account: AccountState): AccountCommand => {
    const before = account.status === 'none' ? undefined : account.promotion;
    return {
      type: 'ChangePromotionalPricing',
      rateCents,
      months,
      active: switches.active ?? before?.active ?? false,
      licensePricing: switches.licensePricing ?? before?.licensePricing ?? true,
      today,
    };
  };
  return decideOnPrices(ports, accountId, command, context, { shortNoticeConfirmed, reason });
}

/** A rate as an administrator saves it. Cents per reader and month; `effectiveFrom` null for at once. */
export interface RateToSave {
  readonly rateCents: number | null;
  readonly effectiveFrom: Day | null;
  /** Confirms an increase with less than 30 days' notice. */
  readonly shortNoticeConfirmed?: boolean | undefined;
}

/**
 * ChangeReaderRate: the rate of an account's sites without one of their own, in cents per reader and month; null for
 * none. `effectiveFrom` is the first day of the new rate, null for at once.
 * @throws BusinessRefusal 'Company not found' (not_found); a rate or day that can't be, short notice that is not
 * confirmed or has no reason (unprocessable)
 */
export async function changeReaderRate(
  ports: CompanyCommandPorts,
  accountId: string,
  { rateCents, effectiveFrom, shortNoticeConfirmed }: RateToSave,
  context: CommandContext,
  reason?: string,
): Promise<CausalChain> {
  const today = ports.billingDay(context.time);
  const command = { type: 'ChangeReaderRate', rateCents, effectiveFrom, today } as const;
  return decideOnPrices(ports, accountId, command, context, { shortNoticeConfirmed, reason });
}

/** An announced rate that shall not come into force. */
export interface RateToCancel {
  readonly effectiveFrom: string;
  /** The administrator knows that dealers hear less than 30 days ahead that a decrease does not come. */
  readonly shortNoticeConfirmed?: boolean | undefined;
}

/**
 * CancelAnnouncedRate: the default rate announced for `effectiveFrom` shall not come into force. Nothing happens where
 * none is announced for that day.
 * @throws BusinessRefusal 'Company not found' (not_found); short notice that is not confirmed or has no reason
 * (unprocessable); a rate that is in force already (conflict)
 */
export async function cancelAnnouncedRate(
  ports: CompanyCommandPorts,
  accountId: string,
  { effectiveFrom, shortNoticeConfirmed }: RateToCancel,
  context: CommandContext,
  reason?: string,
): Promise<CausalChain> {
  const today = ports.billingDay(context.time);
  const command = { type: 'CancelAnnouncedRate', effectiveFrom, today } as const;
  return decideOnPrices(ports, accountId, command, context, { shortNoticeConfirmed, reason });
}
