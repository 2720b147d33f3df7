import { type ByType, byType } from '../kernel/byType.ts';
import { isUnchanged, withChanges } from '../kernel/changes.ts';
import { type Decider, notFound, unprocessable } from '../kernel/decider.ts';
import { refuseBadDealerId, refuseBadRate } from '../kernel/refusals.ts';
import { canCancel, isRateOn, storedEffectiveFrom, withoutAnnounced, withRate } from '../rates/datedRates.ts';
import { addMonthsClamped, compareDays, type Day } from '../values/days.ts';
import {
  DEFAULT_PROMOTIONAL_MONTHS,
  MAX_PROMOTIONAL_MONTHS,
  NEW_ACCOUNT_READER_RATE_CENTS,
} from '../values/limits.ts';
import { mapValues } from '../values/names.ts';
import { COMPANY_FIELDS, pickFields } from '../values/recordFields.ts';
import { type CardCommand, decideCards, evolveCards, NO_CARDS } from './cards.ts';
import type { AccountCommand, AccountState, OpenAccountState, Promotion } from './commands.ts';
import { companyErased, recordsIn, refuseErased, retentionEnded } from './erasure.ts';
import type { AccountEvent } from './events.ts';
import { endExemption, evolveExemption, exemptionsAfter, grantExemption } from './exemptions.ts';
import { type ChargeCommand, decideCharges, evolveCharges } from './oneOffCharges.ts';
import { decideHolds, evolveHolds } from './orderHolds.ts';
import { promisePayment } from './promises.ts';

function open(command: Extract<AccountCommand, { type: 'OpenAccount' }>): readonly AccountEvent[] {
  const { accountId, firstUserId, company, defaultReaderRateCents = NEW_ACCOUNT_READER_RATE_CENTS } = command;
  if (defaultReaderRateCents !== null) refuseBadRate(defaultReaderRateCents, 'defaultReaderRate');
  const terms = {
    defaultReaderRateCents,
    promotionalMonths: DEFAULT_PROMOTIONAL_MONTHS,
    promotionalLicensePricing: true,
    equipmentPurchasesEnabled: true,
    isDemo: true,
  };
  const texts = { ...mapValues(COMPANY_FIELDS, () => ''), ...company };
  return [{ type: 'AccountOpened', data: { accountId, firstUserId, ...texts, ...terms } }];
}

function changeReaderRate(
  account: OpenAccountState,
  command: Extract<AccountCommand, { type: 'ChangeReaderRate' }>,
): readonly AccountEvent[] {
  const { rateCents, today } = command;
  if (rateCents !== null) refuseBadRate(rateCents, 'rate');
  const effectiveFrom = storedEffectiveFrom(command.effectiveFrom, today);
  if (isRateOn(account.rates, rateCents, effectiveFrom ?? today)) return [];
  const { accountId } = account;
  return [
    { type: 'DefaultReaderRateChanged', data: { accountId, rateCents, effectiveFrom, savedOn: today } },
  ];
}

function cancelAnnounced(
  { accountId, rates }: OpenAccountState,
  { effectiveFrom, today }: Extract<AccountCommand, { type: 'CancelAnnouncedRate' }>,
): readonly AccountEvent[] {
  return canCancel(rates, effectiveFrom, today)
    ? [{ type: 'AnnouncedDefaultRateCanceled', data: { accountId, effectiveFrom } }]
    : [];
}

function refuseBadMonths(months: number): void {
  const refuse = (message: string) => unprocessable(message, 'promotionalMonths');
  if (!Number.isSafeInteger(months)) throw refuse('Months must be a number');
  if (months < 1) throw refuse('Months must be at least 1');
  if (months > MAX_PROMOTIONAL_MONTHS) throw refuse(`Months must be at most ${MAX_PROMOTIONAL_MONTHS}`);
}

/**
 * Start of a promotion that is saved as active. New terms of a running one keep its start, so that correcting a typing
 * error gives no extra months; one that has ended starts again.
 */
function startOf({ startDate, months }: Promotion, today: Day): Day {
  const isRunning = startDate !== null && compareDays(today, addMonthsClamped(startDate, months)) <= 0;
  return isRunning ? startDate : today;
}

function changePromotion(
  account: OpenAccountState,
  command: Extract<AccountCommand, { type: 'ChangePromotionalPricing' }>,
): readonly AccountEvent[] {
  const { active, rateCents, months, licensePricing, today } = command;
  refuseBadMonths(months);
  if (rateCents !== null) refuseBadRate(rateCents, 'promotionalReaderRate');
  if (active && rateCents === null) {
    throw unprocessable('Promotional rate is required', 'promotionalReaderRate');
  }
  const startDate = active ? startOf(account.promotion, today) : null;
  const promotion: Promotion = { active, rateCents, months, startDate, licensePricing };
  if (isUnchanged(account.promotion, promotion)) return [];
  return [{ type: 'PromotionalPricingChanged', data: { accountId: account.accountId, ...promotion } }];
}

const DECIDE: ByType<
  Exclude<AccountCommand, { type: 'OpenAccount' } | CardCommand | ChargeCommand>,
  OpenAccountState,
  readonly AccountEvent[]
> = {
  ChangeCompanyDetails: ({ accountId, company: before }, { changes }) => {
    const company = withChanges(before, changes);
    return isUnchanged(before, company)
      ? []
      : [{ type: 'CompanyDetailsChanged', data: { accountId, ...company } }];
  },
  ChangeReaderRate: changeReaderRate,
  CancelAnnouncedRate: cancelAnnounced,
  ChangePromotionalPricing: changePromotion,
  GoLive: ({ isDemo, accountId }) => (isDemo ? [{ type: 'AccountWentLive', data: { accountId } }] : []),
  ReturnToDemo: ({ isDemo, accountId }) =>
    isDemo ? [] : [{ type: 'AccountReturnedToDemo', data: { accountId } }],
  ChangeAccountOptions: ({ accountId, options: before }, { changes }) => {
    const options = withChanges(before, changes);
    return isUnchanged(before, options)
      ? []
      : [{ type: 'AccountOptionsChanged', data: { accountId, ...options } }];
  },
  ChangeInvoiceRecipient: ({ accountId, invoiceRecipient }, { userId }) =>
    invoiceRecipient === userId ? [] : [{ type: 'InvoiceRecipientChanged', data: { accountId, userId } }],
  ChangeAccountDealerId: ({ accountId, dealerId: before }, { dealerId }) => {
    refuseBadDealerId(dealerId);
    return before === dealerId ? [] : [{ type: 'AccountDealerIdChanged', data: { accountId, dealerId } }];
  },
  GrantTaxExemption: grantExemption,
  EndTaxExemption: endExemption,
  RecordCompanyErasure: (account, { records, again }) => companyErased(account, records, again),
  RecordRetentionEnd: retentionEnded,
  HoldOrders: (account, command) => decideHolds(command, account),
  ReleaseOrderHold: (account, command) => decideHolds(command, account),
  PromisePayment: promisePayment,
};

function decide(command: AccountCommand, state: AccountState): readonly AccountEvent[] {
  if (command.type === 'OpenAccount') return state.status === 'none' ? open(command) : [];
  if (state.status === 'none') throw notFound('Company not found');
  refuseErased(command, state);
  if ('chargeId' in command) return decideCharges(command, state);
  if ('livemode' in command) return decideCards(command, state.accountId, state.cards);
  return byType(DECIDE, state, command);
}

function begin({ data }: Extract<AccountEvent, { type: 'AccountOpened' }>): OpenAccountState {
  return {
    status: 'open',
    accountId: data.accountId,
    company: pickFields(COMPANY_FIELDS, data),
    invoiceRecipient: data.firstUserId,
    dealerId: null,
    rates: [{ cents: data.defaultReaderRateCents, effectiveFrom: null }],
    promotion: {
      active: false,
      rateCents: null,
      months: data.promotionalMonths,
      startDate: null,
      licensePricing: data.promotionalLicensePricing,
    },
    options: { equipmentPurchasesEnabled: data.equipmentPurchasesEnabled, demoPricing: false },
    isDemo: data.isDemo,
    cards: NO_CARDS,
    charges: [],
    orderHolds: [],
    promise: null,
    exemption: null,
    exemptions: [],
    dataErased: false,
    erasedRecords: [],
    pastRetention: [],
  };
}

function evolve(state: AccountState, event: AccountEvent): AccountState {
  if (event.type === 'AccountOpened') return begin(event);
  if (state.status === 'none') return state;
  switch (event.type) {
    case 'CompanyDetailsChanged':
      return { ...state, company: pickFields(COMPANY_FIELDS, event.data) };
    case 'InvoiceRecipientChanged':
      return { ...state, invoiceRecipient: event.data.userId };
    case 'AccountDealerIdChanged':
      return { ...state, dealerId: event.data.dealerId };
    case 'DefaultReaderRateChanged': {
      const { rateCents: cents, effectiveFrom, savedOn } = event.data;
      return { ...state, rates: withRate(state.rates, { cents, effectiveFrom }, savedOn) };
    }
    case 'AnnouncedDefaultRateCanceled':
      return { ...state, rates: withoutAnnounced(state.rates, event.data.effectiveFrom) };
    case 'PromotionalPricingChanged': {
      const { active, rateCents, months, startDate, licensePricing } = event.data;
      return { ...state, promotion: { active, rateCents, months, startDate, licensePricing } };
    }
    case 'AccountOptionsChanged': {
      const { equipmentPurchasesEnabled, demoPricing } = event.data;
      return { ...state, options: { equipmentPurchasesEnabled, demoPricing } };
    }
    case 'AccountWentLive':
      return { ...state, isDemo: false };
    case 'AccountReturnedToDemo':
      return { ...state, isDemo: true };
    case 'StripeCustomerCreated':
    case 'PaymentMethodSaved':
    case 'PaymentMethodUpdated':
    case 'PaymentMethodRemoved':
    case 'PaymentMethodDeclined':
    case 'PaymentMethodAccepted':
    case 'AutoPayConsented':
    case 'AutoPayRevoked':
      return { ...state, cards: evolveCards(state.cards, event) };
    case 'OneOffChargeAdded':
    case 'OneOffChargeCanceled':
    case 'OneOffChargeBilled':
    case 'OneOffChargeDeferred':
      return { ...state, charges: evolveCharges(state.charges, event) };
    case 'OrdersHeld':
    case 'OrderHoldReleased':
      return { ...state, orderHolds: evolveHolds(state.orderHolds, event) };
    case 'PaymentPromised': {
      const { accountId: _account, ...promise } = event.data;
      return { ...state, promise };
    }
    case 'TaxExemptionGranted':
    case 'TaxExemptionEnded':
      return {
        ...state,
        exemption: evolveExemption(state.exemption, event),
        exemptions: exemptionsAfter(state.exemptions, event, ''),
      };
    case 'CompanyDataErased':
      return {
        ...state,
        cards: NO_CARDS,
        dataErased: true,
        erasedRecords: [...state.erasedRecords, ...recordsIn(event.data)],
      };
    case 'InvoiceRetentionEnded':
      return { ...state, pastRetention: [...state.pastRetention, ...event.data.invoiceIds] };
  }
}

/** A company: its details, rates, promotion and demo or live mode (S2-3, S2-5). */
export const accountDecider: Decider<AccountState, AccountCommand, AccountEvent> = {
  initialState: { status: 'none' },
  evolve,
  decide,
};
