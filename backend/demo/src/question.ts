import type { Portal } from '@portal/server';
import { type CausalChain, NOTHING_APPENDED } from '@portal/server/kernel/causalChain.ts';
import type { CommandContext } from '@portal/server/kernel/commandContext.ts';
import {
  type Asker,
  changeDispute,
  closeDispute,
  openDispute,
} from '@portal/server/modules/disputes/disputes.ts';
import { FIRST_ADMINISTRATOR_ID } from '@portal/server/modules/users/makeFirstAdministrator.ts';
import { newestInvoice } from './settleInvoice.ts';
import type { Action } from './step.ts';

type Asked = Extract<Action, { type: 'question' }>;
type Answered = Extract<Action, { type: 'reply' | 'settleQuestion' }>;

/** A question of the demo and the charge it is about. */
export interface DemoQuestion {
  readonly disputeId: string;
  readonly dealer: Asker;
  readonly site: { readonly siteId: string; readonly readers: number };
}

/** Questions a charge with several readers of the dealer's invoice; null without one. */
export async function ask(
  { commands }: Pick<Portal, 'commands'>,
  dealer: Asker & { readonly accountId: string },
  { period, nth, text }: Asked,
  context: CommandContext,
): Promise<DemoQuestion | null> {
  const invoice = await newestInvoice(commands, dealer.accountId, period);
  const charges = invoice?.lines.filter(({ readers, siteId }) => readers > 2 && siteId !== null) ?? [];
  const charge = charges[nth % charges.length];
  if (!invoice || !charge?.siteId) return null;
  const { siteId, readers } = charge;
  const asked = { line: invoice.lines.indexOf(charge), question: text };
  const { disputeId } = await openDispute(commands, invoice.invoiceId, asked, dealer, context);
  return { disputeId, dealer, site: { siteId, readers } };
}

/** Continues or settles a question. */
export async function answer(
  portal: Pick<Portal, 'billing' | 'commands'>,
  { disputeId, dealer, site }: DemoQuestion,
  action: Answered,
  context: CommandContext,
): Promise<CausalChain> {
  const userId = FIRST_ADMINISTRATOR_ID;
  if (action.type === 'reply') {
    const { by, text } = action;
    const asker = by === 'dealer' ? dealer : null;
    const reply = { type: 'ReplyToDispute', userId: asker?.userId ?? userId, by, text } as const;
    return changeDispute(portal.commands, disputeId, asker, reply, context);
  }
  const { explanation, readerTakenOff: reason } = action;
  const correction = { kind: 'readers', siteId: site.siteId, readers: site.readers - 1 } as const;
  const settlement =
    reason === null
      ? ({ outcome: 'explained', explanation } as const)
      : ({ outcome: 'credited', explanation, corrections: [{ ...correction, reason }] } as const);
  const chains = await closeDispute(portal, disputeId, settlement, userId, context);
  return chains.at(-1) ?? NOTHING_APPENDED;
}
