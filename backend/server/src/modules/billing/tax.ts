import {
  evolveTaxRates,
  NO_TAX,
  TAX_STREAM,
  type TaxEvent,
  type TaxInputs,
  type TaxRates,
} from '@portal/domain';
import { usStateOf } from '@portal/domain/values';
import { type AccountFactsAt, accountsByIds, siteStates, streamEndsAt } from '@portal/projections';
import type { PortalEnvelope, ReadStream } from '../../kernel/execute.ts';
import type { ReadPorts } from '../../platform/readPorts.ts';
import type { BillingPorts } from './ports.ts';

/** States by which an invoice was taxed, as its lines hold them. */
export type TaxStates = Omit<TaxInputs, 'rates'>;

export interface RatesAt {
  readonly rates: TaxRates;
  /** Of their last event. */
  readonly revision: number;
  readonly events: readonly PortalEnvelope[];
}

interface RatesCut {
  readonly seq: number;
  readonly cutOff: string | null;
  readonly basis?: readonly { readonly stream: string; readonly revision: number }[];
}

/** The rates of sales tax at a cut; null while none was set. Freshness: `logIndex`. */
export async function taxRatesAt(
  { db, readStream }: Pick<ReadPorts, 'db'> & { readonly readStream: ReadStream },
  { seq, cutOff, basis }: RatesCut,
): Promise<RatesAt | null> {
  const [end] = await streamEndsAt(db, [TAX_STREAM], seq);
  if (end === undefined) return null;
  const named = basis?.find(({ stream }) => stream === TAX_STREAM);
  const last = BigInt(named?.revision ?? end.revision);
  const isBefore = ({ metadata }: PortalEnvelope) =>
    named !== undefined || cutOff === null || Date.parse(metadata.recordedAt) < Date.parse(cutOff);
  const events = (await readStream(TAX_STREAM)).filter((one) => one.revision <= last && isBefore(one));
  const revision = events.at(-1)?.revision;
  if (revision === undefined) return null;
  const rates = events.reduce(
    (before, { event, id }) => evolveTaxRates(before, event as TaxEvent, id),
    NO_TAX,
  );
  return { rates, revision: Number(revision), events };
}

/**
 * Tax of these accounts, by the states of sites and companies as they are now, like the Bill To block (docs/adr/0037).
 * Freshness: `accounts`; waits for `dealerSites`.
 */
export async function taxInputsOf(
  ports: Pick<BillingPorts, 'db' | 'upToDate'>,
  { rates }: RatesAt,
  accounts: readonly AccountFactsAt[],
): Promise<(accountId: string, issued?: TaxStates) => TaxInputs> {
  await ports.upToDate(['dealerSites']);
  const siteIds = accounts.flatMap(({ sites }) => sites.map(({ facts }) => facts.siteId));
  const [ofSites, ofCompanies] = await Promise.all([
    siteStates(ports.db, siteIds),
    // the day is of the reader rate, which is not read here
    accountsByIds(
      ports.db,
      accounts.map(({ accountId }) => accountId),
      '2000-01-01',
    ),
  ]);
  const stateOf = (text: string | null) => usStateOf(text ?? '');
  const siteStateOf = new Map(ofSites.map((site) => [site.id, stateOf(site.site_state)]));
  const companyStateOf = new Map(
    ofCompanies.map((company) => [company.id, company.erased ? null : stateOf(company.company_state)]),
  );
  const sitesOf = new Map(
    accounts.map(({ accountId, sites }) => [accountId, sites.map(({ facts }) => facts.siteId)]),
  );
  return (accountId, issued) => ({
    rates,
    siteStates: {
      ...Object.fromEntries((sitesOf.get(accountId) ?? []).map((id) => [id, siteStateOf.get(id) ?? null])),
      ...issued?.siteStates,
    },
    companyState: issued?.companyState ?? companyStateOf.get(accountId) ?? null,
  });
}

/** The states in the lines of an invoice. */
export function statesIn(
  lines: readonly { readonly siteId: string | null; readonly taxState?: string | undefined }[],
): TaxStates {
  const siteStates: Record<string, string> = {};
  let companyState: string | null = null;
  for (const { siteId, taxState } of lines) {
    if (taxState === undefined) continue;
    if (siteId === null) companyState = taxState;
    else siteStates[siteId] = taxState;
  }
  return { siteStates, companyState };
}
