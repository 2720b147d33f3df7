import type { EditAccountRequest } from '@portal/contract';
import {
  type AccountCommand,
  accountDecider,
  accountStream,
  type CompanyDetails,
  inSequence,
  type OpenAccountState,
} from '@portal/domain';
import type { CausalChain } from '../../kernel/causalChain.ts';
import type { CommandContext } from '../../kernel/commandContext.ts';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import { type Edited, type Precaution, revisionAfter } from '../../kernel/edited.ts';
import { decideOnAccount } from './decideOnAccount.ts';
import { openAccount } from './openAccount.ts';

/**
 * What the Edit Company dialog saves: details and options, decided as one. The account's name and the company's are
 * one to people: given one of them, both change where they were alike.
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
  const given: Partial<Record<keyof CompanyDetails, string | undefined>> = {
    name: patch.name ?? (alike ? patch.company_name : undefined),
    companyName: patch.company_name ?? (alike ? patch.name : undefined),
    companyAddress: patch.company_address,
    companyCity: patch.company_city,
    companyState: patch.company_state,
    companyZip: patch.company_zip,
    companyPhone: patch.company_phone,
    companyEmail: patch.company_email,
  };
  const { equipment_purchases_enabled, demo_pricing } = patch;
  return [
    { type: 'ChangeCompanyDetails', changes: named(given) },
    {
      type: 'ChangeAccountOptions',
      changes: named({ equipmentPurchasesEnabled: equipment_purchases_enabled, demoPricing: demo_pricing }),
    },
  ];
}

/** The fields that are given. */
function named<Fields extends object>(
  fields: Fields,
): { [Field in keyof Fields]?: Exclude<Fields[Field], undefined> } {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as { [Field in keyof Fields]?: Exclude<Fields[Field], undefined> };
}

/** GoLive or ReturnToDemo (document 2, section 4); the mode it has changes nothing. @throws BusinessRefusal not_found */
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
