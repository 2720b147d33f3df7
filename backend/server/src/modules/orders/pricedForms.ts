import type { NewMigrationRequest, NewSiteRequest, OrderFormRequest } from '@portal/contract';
import {
  BLANK_SITE,
  type OrderedMigration,
  type OrderedSite,
  type OrderForm,
  type OrderTax,
  SITE_FIELDS,
  type SiteDetails,
  unprocessable,
} from '@portal/domain';
import {
  hardwareEnabled,
  type Price,
  priceMigration,
  priceNewSite,
  priceSites,
  taxOnPrice,
  withTax,
} from '@portal/domain/pricing';
import { HARDWARE, type SnakeNames, snake, usStateOf } from '@portal/domain/values';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import { type OrderTaxTerms, openAccount, orderTaxTerms } from '../companies/module.ts';

const [CA150_PANEL, NETCOM6P] = HARDWARE;

/** Company settings that decide hardware and prices. */
export interface DealerTerms {
  readonly promotionalLicensePricing: boolean;
  readonly hardware: boolean;
  /** Absent for none. */
  readonly tax?: OrderTaxTerms;
}

/** A form with the server's price. */
export interface PricedForm<Form extends OrderForm = OrderForm> {
  readonly form: Form;
  readonly price: Price;
  /** Sales tax in the price; null where nothing is taxed. */
  readonly tax: OrderTax | null;
}

/**
 * @param now ISO instant: the rates of its day hold
 * @throws BusinessRefusal 'Company not found'
 */
export async function dealerTerms(
  ports: Pick<CommandPorts, 'load' | 'billingDay'>,
  accountId: string,
  now: string,
): Promise<DealerTerms> {
  const { promotion, options } = await openAccount(ports, accountId);
  const promotionalLicensePricing = promotion.licensePricing;
  const { equipmentPurchasesEnabled } = options;
  return {
    promotionalLicensePricing,
    tax: await orderTaxTerms(ports, accountId, ports.billingDay(now)),
    hardware: hardwareEnabled({ promotionalLicensePricing, equipmentPurchasesEnabled }),
  };
}

/** Merges hardware by switch and by name, so that none is free. */
function hardwareOf(choice: Pick<NewSiteRequest, 'hardware' | 'ca150_panel' | 'netcom6p'>) {
  const named = new Set(choice.hardware ?? []);
  const ca150Panel = choice.ca150_panel || named.has(CA150_PANEL);
  const netcom6p = choice.netcom6p || named.has(NETCOM6P);
  if (ca150Panel) named.add(CA150_PANEL);
  if (netcom6p) named.add(NETCOM6P);
  return { ca150Panel, netcom6p, hardware: [...named] };
}

/**
 * New orders need hardware to be offered; existing orders keep it.
 * @throws BusinessRefusal unprocessable
 */
export function refuseHardware({ hardware }: OrderForm, terms: DealerTerms): void {
  if (terms.hardware || hardware.length === 0) return;
  throw unprocessable('Hardware is not available for your account.', 'hardware');
}

const orNone = (text: string | undefined): string | null => (text === undefined || text === '' ? null : text);

/** Site details as requests name them; hardware is priced separately. */
type SiteBody = {
  readonly [K in keyof SnakeNames<Omit<SiteDetails, 'panels' | 'hardware'>>]?:
    | SnakeNames<SiteDetails>[K]
    | undefined;
} & { readonly number_of_acu_panels?: number | undefined };

const NAMES = SITE_FIELDS.filter((field) => field !== 'hardware').map(
  (field) => [field, field === 'panels' ? 'number_of_acu_panels' : snake(field)] as const,
);

/** The details in a request under their names in the log; blank values become defaults. */
export function detailsIn(body: SiteBody): Partial<SiteDetails> {
  const found: Record<string, unknown> = {};
  for (const [field, name] of NAMES) {
    const value = body[name];
    if (value !== undefined) found[field] = value === '' ? BLANK_SITE[field] : value;
  }
  return found;
}

/** The price with the sales tax of the site's state. An exempt company pays none, and the order says what was not taxed. */
function taxed(
  price: Price,
  stateText: string,
  { tax: terms }: DealerTerms,
): Pick<PricedForm, 'price' | 'tax'> {
  const state = usStateOf(stateText);
  const tax = terms === undefined ? null : taxOnPrice(price, state, terms.rates);
  if (terms === undefined || tax === null) return { price, tax: null };
  if (terms.isExempt) return { price, tax: { ...tax, taxCents: 0, exempt: true } };
  return { price: withTax(price, state, terms.rates), tax };
}

/**
 * A New Site form with its price by the account's terms, never by the request; licenses are always included (rules T1, B9).
 */
export function pricedSite(request: NewSiteRequest, terms: DealerTerms): PricedForm<OrderedSite> {
  const { hardware, ...equipment } = hardwareOf(request);
  const panels = request.number_of_acu_panels;
  return {
    form: {
      kind: 'site',
      ...BLANK_SITE,
      ...detailsIn(request),
      panels,
      softwareVersion: request.software_version ?? null,
      hardware,
      readers: request.number_of_readers,
      requestedDate: request.requested_date ?? null,
    },
    ...taxed(priceNewSite({ panels, ...equipment }, terms), request.site_state ?? '', terms),
  };
}

/** A Site Migration form with its price (rule B10). */
export function pricedMigration(
  request: NewMigrationRequest,
  terms: DealerTerms,
): PricedForm<OrderedMigration> {
  const { hardware, ...equipment } = hardwareOf(request);
  const panels = request.number_of_acu_panels;
  const licenses = { auroraLicense: request.aurora_license, reverseNetworkIp: request.reverse_network_ip };
  return {
    form: {
      kind: 'migration',
      siteName: request.migration_site_name,
      siteAddress: request.migration_site_address,
      siteCity: request.migration_site_city,
      siteState: request.migration_site_state,
      siteZip: request.migration_site_zip,
      system7SiteId: request.system7_site_id,
      currentSystem: orNone(request.current_system),
      otherSystem: orNone(request.other_system),
      controllers: request.num_controllers,
      cards: request.num_cards,
      databaseRequired: request.database_required === 'yes',
      requestedDate: orNone(request.requested_migration_date),
      notes: orNone(request.migration_notes),
      readers: request.number_of_readers,
      panels,
      hardware,
      softwareVersion: request.software_version,
      ...licenses,
      ...equipment,
    },
    ...taxed(
      priceMigration({ panels, ...licenses, ...equipment }, terms),
      request.migration_site_state,
      terms,
    ),
  };
}

/** Sales tax of an order by state. */
export function taxesOf(entries: readonly PricedForm[]): readonly OrderTax[] {
  const byState = new Map<string, OrderTax>();
  for (const { tax } of entries) {
    if (tax === null) continue;
    const { taxableCents = 0, taxCents = 0 } = byState.get(tax.state) ?? {};
    byState.set(tax.state, {
      ...tax,
      taxableCents: taxableCents + tax.taxableCents,
      taxCents: taxCents + tax.taxCents,
    });
  }
  return [...byState.values()];
}

/** An order with its summary; the lines add up to the total. */
export interface PricedOrder {
  readonly entries: readonly PricedForm[];
  readonly price: Price;
}

/** The order form of a site, a migration or an import, priced (S1-9). @throws BusinessRefusal unprocessable */
export function pricedOrder(order: OrderFormRequest, terms: DealerTerms): PricedOrder {
  const priced = pricedForms(order, terms);
  for (const { form } of priced.entries) refuseHardware(form, terms);
  return priced;
}

function pricedForms(order: OrderFormRequest, terms: DealerTerms): PricedOrder {
  switch (order.kind) {
    case 'site': {
      const site = pricedSite(order.site, terms);
      return { entries: [site], price: site.price };
    }
    case 'migration': {
      const migration = pricedMigration(order.migration, terms);
      return { entries: [migration], price: migration.price };
    }
    case 'sites': {
      const entries = order.sites.map((site) => pricedSite(site, terms));
      return { entries, price: priceSites(entries.map(({ price }) => price)) };
    }
  }
}
