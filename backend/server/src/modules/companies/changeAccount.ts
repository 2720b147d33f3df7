import type { EditAccountRequest } from '@portal/contract';
import {
  type AccountCommand,
  type AccountState,
  accountDecider,
  inSequence,
  type OpenAccountState,
  onAccount,
  priceChangesOfAccount,
  rateCut,
  type ShortNotice,
  type SiteTerms,
  withNotice,
} from '@portal/domain';
import { COMPANY_FIELDS, type Day, mapValues, snake } from '@portal/domain/values';
import type { CausalChain } from '../../kernel/causalChain.ts';
import type { CommandContext } from '../../kernel/commandContext.ts';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import type { Edited, Precaution } from '../../kernel/edited.ts';
import { runCommand, runEdit } from '../../kernel/runCommand.ts';
import { openAccount } from './company.ts';

/**
 * Saves the Edit Company dialog as one decision.
 * @throws BusinessRefusal 'Company not found' (not_found); StaleRevision
 */
export async function editAccount(
  ports: CommandPorts,
  accountId: string,
  patch: EditAccountRequest,
  context: CommandContext,
  precaution: Precaution = {},
): Promise<Edited> {
  const account = await openAccount(ports, accountId);
  return runEdit(ports, {
    ...onAccount(accountId),
    decider: inSequence(accountDecider),
    command: stepsOf(patch, account),
    context,
    ...precaution,
  });
}

function stepsOf(patch: EditAccountRequest, { company }: OpenAccountState): readonly AccountCommand[] {
  const changes = mapValues(COMPANY_FIELDS, (_label, field) => patch[snake(field)]);
  // equal names stay equal if only one of them is given
  if (company.name === company.companyName) {
    changes.name ??= patch.company_name;
    changes.companyName ??= patch.name;
  }
  const { equipment_purchases_enabled, demo_pricing } = patch;
  return [
    { type: 'ChangeCompanyDetails', changes },
    {
      type: 'ChangeAccountOptions',
      changes: { equipmentPurchasesEnabled: equipment_purchases_enabled, demoPricing: demo_pricing },
    },
  ];
}

/** GoLive or ReturnToDemo (S2-4). @throws BusinessRefusal not_found */
export function setDemoStatus(
  ports: CommandPorts,
  accountId: string,
  isDemo: boolean,
  context: CommandContext,
  reason?: string,
): Promise<CausalChain> {
  const command = { type: isDemo ? 'ReturnToDemo' : 'GoLive' } as const;
  return runCommand(ports, { ...onAccount(accountId), command, context, reason });
}

/** PromisePayment. @throws BusinessRefusal not_found; unprocessable for a past day */
export const promisePayment = (
  ports: CommandPorts,
  accountId: string,
  promise: { readonly promisedOn: Day; readonly note: string },
  context: CommandContext,
): Promise<CausalChain> => {
  const command = { type: 'PromisePayment', ...promise, today: ports.billingDay(context.time) } as const;
  return runCommand(ports, { ...onAccount(accountId), command, context });
};

export interface CompanyCommandPorts extends CommandPorts {
  /** Price terms and readers of all sites, from read models that are up to date with the log. */
  siteTerms(accountId: string): Promise<readonly (SiteTerms & { readonly readers: number })[]>;
}

/**
 * Runs a command that changes prices.
 * @throws BusinessRefusal 'Company not found' (not_found); unprocessable for an increase with short notice that is not
 * confirmed or has no reason
 */
async function changePrices(
  ports: CompanyCommandPorts,
  accountId: string,
  commandFor: (today: Day, account: AccountState) => AccountCommand,
  context: CommandContext,
  notice: ShortNotice,
): Promise<CausalChain> {
  const today = ports.billingDay(context.time);
  const sites = await ports.siteTerms(accountId);
  const changesOf = (before: AccountState, after: AccountState, of: readonly SiteTerms[] = sites) =>
    before.status === 'none' || after.status === 'none'
      ? []
      : priceChangesOfAccount(before, after, of, today);
  const gives = (before: AccountState, after: AccountState) =>
    sites.map((site) => rateCut(changesOf(before, after, [site]), site.readers));
  return runCommand(ports, {
    ...onAccount(accountId),
    decider: withNotice(inSequence(accountDecider), changesOf, today, notice),
    command: [(account: AccountState) => commandFor(today, account)],
    context,
    gives,
    reason: notice.reason,
  });
}

/** Prices as an administrator saves them. Rates are cents per reader per month, null for none. */
type PricesToSave = Pick<ShortNotice, 'shortNoticeConfirmed'>;

/** Undefined switches stay as they are. */
export interface PromotionalTerms extends PricesToSave {
  readonly active?: boolean | undefined;
  /** Null only while the promotion is off. */
  readonly rateCents: number | null;
  readonly months: number;
  /** Licenses and extra panels are free, and hardware can be chosen (rules B9 to B12). */
  readonly licensePricing?: boolean | undefined;
}

/**
 * ChangePromotionalPricing (S2-5). A promotion that is switched on begins on the billing day of the command; new terms
 * do not move the first day of one that is on.
 * @throws BusinessRefusal as {@link changePrices}; unprocessable for invalid terms
 */
export const changePromotionalPricing = (
  ports: CompanyCommandPorts,
  accountId: string,
  { shortNoticeConfirmed, active, licensePricing, ...terms }: PromotionalTerms,
  context: CommandContext,
  reason?: string,
): Promise<CausalChain> => {
  const commandFor = (today: Day, account: AccountState): AccountCommand => {
    const before = account.status === 'none' ? undefined : account.promotion;
    return {
      type: 'ChangePromotionalPricing',
      ...terms,
      active: active ?? before?.active ?? false,
      licensePricing: licensePricing ?? before?.licensePricing ?? true,
      today,
    };
  };
  return changePrices(ports, accountId, commandFor, context, { shortNoticeConfirmed, reason });
};

export interface RateToSave extends PricesToSave {
  readonly rateCents: number | null;
  /** First day; null for at once. */
  readonly effectiveFrom: Day | null;
}

/**
 * ChangeReaderRate: the default rate, for the account's sites without one of their own.
 * @throws BusinessRefusal as {@link changePrices}; unprocessable for an invalid rate or day
 */
export const changeReaderRate = (
  ports: CompanyCommandPorts,
  accountId: string,
  { shortNoticeConfirmed, ...rate }: RateToSave,
  context: CommandContext,
  reason?: string,
): Promise<CausalChain> =>
  changePrices(ports, accountId, (today) => ({ type: 'ChangeReaderRate', ...rate, today }), context, {
    shortNoticeConfirmed,
    reason,
  });

export interface RateToCancel extends PricesToSave {
  readonly effectiveFrom: Day;
}

/**
 * CancelAnnouncedRate: the default rate announced for `effectiveFrom` does not come into force. Without one nothing
 * happens.
 * @throws BusinessRefusal as {@link changePrices}; conflict if it is in force already
 */
export const cancelAnnouncedRate = (
  ports: CompanyCommandPorts,
  accountId: string,
  { effectiveFrom, shortNoticeConfirmed }: RateToCancel,
  context: CommandContext,
  reason?: string,
): Promise<CausalChain> =>
  changePrices(
    ports,
    accountId,
    (today) => ({ type: 'CancelAnnouncedRate', effectiveFrom, today }),
    context,
    { shortNoticeConfirmed, reason },
  );
