import {
  contactSchema,
  dealerSitePatchSchema,
  newMigrationSchema,
  newSiteSchema,
  registerSchema,
} from '@portal/contract';
import type { Actor } from '@portal/domain';
import type { Portal } from '@portal/server';
import { type CausalChain, NOTHING_APPENDED } from '@portal/server/kernel/causalChain.ts';
import { type CommandContext, deriveId } from '@portal/server/kernel/commandContext.ts';
import { runBilling } from '@portal/server/modules/billing/run.ts';
import { closeMonth } from '@portal/server/modules/books/closing.ts';
import {
  changePromotionalPricing,
  changeReaderRate,
} from '@portal/server/modules/companies/changeAccount.ts';
import {
  markContactMessageAnswered,
  receiveContactMessage,
} from '@portal/server/modules/contacts/contactMessages.ts';
import { approveMigration, deleteMigration } from '@portal/server/modules/migrations/migrations.ts';
import { makeOrdered } from '@portal/server/modules/orders/paidOrders.ts';
import type { Dealer } from '@portal/server/modules/orders/placeOrder.ts';
import { pricedMigration, pricedSite } from '@portal/server/modules/orders/pricedForms.ts';
import { editOwnSite, editSite } from '@portal/server/modules/sites/editSite.ts';
import { approveUser, changeUser, disapproveUser } from '@portal/server/modules/users/changeUser.ts';
import { FIRST_ADMINISTRATOR_ID } from '@portal/server/modules/users/makeFirstAdministrator.ts';
import { registerDealer } from '@portal/server/modules/users/registerDealer.ts';
import type { DemoClock } from './clock.ts';
import { payForOrder, rejectPaidOrder } from './paidOrder.ts';
import { answer, ask, type DemoQuestion } from './question.ts';
import { importDaysFile, payThreeByCheck, settleInvoice } from './settleInvoice.ts';
import type { Action, Step } from './step.ts';

export interface DemoFilling {
  /** Started with this clock, without the role `reactions`. */
  readonly portal: Pick<
    Portal,
    'billing' | 'commands' | 'database' | 'payments' | 'paymentPorts' | 'projections'
  >;
  readonly clock: DemoClock;
  readonly seed: number;
  readonly steps: readonly Step[];
  /** Of all sample dealers. */
  readonly password: string;
  readonly onProgress?: (done: number, total: number) => void;
}

interface NamedSite extends Dealer {
  readonly siteId: string;
  /** Of a site that was paid for. */
  readonly orderId?: string | null;
}

/** What the plan's names stand for. */
class Names {
  readonly dealers = new Map<string, Dealer>();
  readonly sites = new Map<string, NamedSite>();
  readonly migrations = new Map<string, string>();
  readonly messages = new Map<string, string>();
  readonly questions = new Map<string, DemoQuestion>();
}

const ADMINISTRATOR: Actor = { kind: 'admin', id: FIRST_ADMINISTRATOR_ID };
const VISITOR: Actor = { kind: 'visitor', id: null };

/**
 * Runs the steps as commands, each at its time by the portal's clock, with ids derived from the seed. Returns once the
 * read models have caught up.
 */
export async function fillPortal(filling: DemoFilling): Promise<void> {
  const { portal, clock, seed, steps, password, onProgress } = filling;
  const names = new Names();
  for (const [index, { at, action }] of steps.entries()) {
    clock.moveTo(at);
    const time = at.toISOString();
    const identity = { id: `demo/${seed}/${index}`, time };
    const context = (actor: Actor): CommandContext => ({
      id: deriveId(identity, 'command'),
      time,
      actor,
      correlationId: deriveId(identity, 'correlation'),
    });
    const chain = await perform(action, portal, names, context, password);
    // the next free dealer id is read from a read model
    if (action.type === 'approve' && chain.position !== null) {
      await portal.projections.waitFor({ types: chain.types, position: chain.position });
    }
    onProgress?.(index + 1, steps.length);
  }
  await portal.projections.caughtUp();
}

async function perform(
  action: Action,
  portal: DemoFilling['portal'],
  names: Names,
  context: (actor: Actor) => CommandContext,
  password: string,
): Promise<CausalChain> {
  const { commands, database, payments } = portal;
  const orders = { db: database.pool, payments };
  const dealerOf = (name: string) => known(names.dealers, name);
  const siteOf = (name: string) => known(names.sites, name);
  const by = ({ userId }: { readonly userId: string }): CommandContext =>
    context({ kind: 'dealer', id: userId });
  const admin = () => context(ADMINISTRATOR);
  switch (action.type) {
    case 'register': {
      const request = registerSchema.parse({ ...action.request, password });
      const { chain, ...ids } = await registerDealer(commands, request, context(VISITOR));
      names.dealers.set(action.dealer, ids);
      return chain;
    }
    case 'approve':
      return approveUser(commands, dealerOf(action.dealer).userId, admin());
    case 'disapprove':
      return disapproveUser(commands, dealerOf(action.dealer).userId, admin(), action.reason);
    case 'changeProfile': {
      const dealer = dealerOf(action.dealer);
      const command = { type: 'ChangeProfile', changes: action.changes } as const;
      return changeUser(commands, dealer.userId, command, by(dealer));
    }
    case 'changeEmailPreferences': {
      const dealer = dealerOf(action.dealer);
      const command = { type: 'ChangeEmailPreferences', changes: action.preferences } as const;
      return changeUser(commands, dealer.userId, command, by(dealer));
    }
    case 'changeReaderRate': {
      const rate = { ...action.rate, shortNoticeConfirmed: true };
      return changeReaderRate(commands, dealerOf(action.dealer).accountId, rate, admin(), action.reason);
    }
    case 'changePromotion': {
      const { accountId } = dealerOf(action.dealer);
      const terms = { ...action.terms, shortNoticeConfirmed: true };
      return changePromotionalPricing(commands, accountId, terms, admin(), action.reason);
    }
    case 'order': {
      const dealer = dealerOf(action.dealer);
      const request = newSiteSchema.parse(action.request);
      const made = await makeOrdered(commands, dealer, request, pricedSite, by(dealer), orders);
      names.sites.set(action.site, { siteId: made.id, ...dealer });
      return made.chain;
    }
    case 'orderPaid': {
      const dealer = dealerOf(action.dealer);
      const request = newSiteSchema.parse(action.request);
      const paid = await payForOrder(portal, dealer, request, action.card, by(dealer));
      const { siteId, orderId, chain } = paid;
      names.sites.set(action.site, { siteId, orderId, ...dealer });
      return chain;
    }
    case 'rejectOrder': {
      const { orderId } = siteOf(action.site);
      return orderId ? rejectPaidOrder(portal, orderId, action.reason, admin()) : NOTHING_APPENDED;
    }
    case 'approveSite':
      return (await editSite(commands, siteOf(action.site).siteId, { status: 'active' }, admin())).chain;
    case 'deactivate':
    case 'reactivate': {
      const site = siteOf(action.site);
      const status = action.type === 'deactivate' ? 'inactive' : 'active';
      return (await editOwnSite(commands, site.siteId, { status }, site, by(site))).chain;
    }
    case 'changeNotes': {
      const site = siteOf(action.site);
      const patch = dealerSitePatchSchema.parse({ site_notes: action.notes });
      return (await editOwnSite(commands, site.siteId, patch, site, by(site))).chain;
    }
    case 'changeReaderCount': {
      const { siteId } = siteOf(action.site);
      const patch = { number_of_readers: action.readers };
      return (await editSite(commands, siteId, patch, admin(), { reason: action.reason })).chain;
    }
    case 'changeSiteRate': {
      const { siteId } = siteOf(action.site);
      const { rateCents: custom_reader_rate, effectiveFrom: effective_from } = action.rate;
      const patch = { custom_reader_rate, effective_from, confirm_short_notice: true };
      return (await editSite(commands, siteId, patch, admin(), { reason: action.reason })).chain;
    }
    case 'requestMigration': {
      const dealer = dealerOf(action.dealer);
      const request = newMigrationSchema.parse(action.request);
      const made = await makeOrdered(commands, dealer, request, pricedMigration, by(dealer), orders);
      names.migrations.set(action.migration, made.id);
      return made.chain;
    }
    case 'approveMigration':
      return (await approveMigration(commands, known(names.migrations, action.migration), admin())).chain;
    case 'deleteMigration': {
      const { migration, reason } = action;
      return deleteMigration(commands, known(names.migrations, migration), admin(), { reason });
    }
    case 'runBilling':
      return (await runBilling(portal.billing, action.period, admin())).chain;
    case 'closeMonth': {
      await portal.projections.caughtUp();
      const { timeZone } = portal.billing;
      const closing = { period: action.period, exceptions: [] };
      return closeMonth({ commands, db: database.pool, timeZone }, closing, admin());
    }
    case 'payThreeInvoices':
      return payThreeByCheck(portal, dealerOf(action.dealer).accountId, action, admin());
    case 'importBankFile':
      return importDaysFile(
        portal,
        [dealerOf(action.dealer).accountId, dealerOf(action.other).accountId],
        action,
        admin(),
      );
    case 'payInvoice':
    case 'chargeBack':
    case 'payOutCredit':
    case 'writeOffInvoice':
    case 'reversePayment':
    case 'reissueInvoice':
    case 'creditInvoice':
      return settleInvoice(portal, dealerOf(action.dealer).accountId, action, admin());
    case 'payInvoiceByCard': {
      const dealer = dealerOf(action.dealer);
      return settleInvoice(portal, dealer.accountId, action, by(dealer));
    }
    case 'question': {
      const dealer = dealerOf(action.dealer);
      const question = await ask(portal, dealer, action, by(dealer));
      if (question !== null) names.questions.set(action.question, question);
      return NOTHING_APPENDED;
    }
    case 'reply':
    case 'settleQuestion': {
      const question = names.questions.get(action.question);
      if (question === undefined) return NOTHING_APPENDED;
      const byDealer = action.type === 'reply' && action.by === 'dealer';
      return answer(portal, question, action, byDealer ? by(question.dealer) : admin());
    }
    case 'write': {
      const request = contactSchema.parse(action.request);
      const { contactId, chain } = await receiveContactMessage(commands, request, context(VISITOR));
      names.messages.set(action.message, contactId);
      return chain;
    }
    case 'answer':
      return markContactMessageAnswered(commands, known(names.messages, action.message), admin());
  }
}

function known<Value>(names: ReadonlyMap<string, Value>, name: string): Value {
  const value = names.get(name);
  if (value === undefined) throw new Error(`The demo's plan uses ${name} before it exists.`);
  return value;
}
