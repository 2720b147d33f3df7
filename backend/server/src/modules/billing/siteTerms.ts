import type { SiteRateFacts, SiteTerms } from '@portal/domain';
import { billingFactsOf, logEndBefore, type Queryable } from '@portal/projections';

/** Read models that {@link siteTermsOf} reads. */
export const SITE_TERMS_READS = ['logIndex', 'billingFacts'] as const;

/** What each site of an account says about its price, whatever its status. Freshness: {@link SITE_TERMS_READS}. */
export async function siteTermsOf(db: Queryable, accountId: string): Promise<readonly SiteTerms[]> {
  const { seq } = await logEndBefore(db, null);
  const [account] = await billingFactsOf(db, { seq, cutOff: null }, [accountId]);
  return (account?.sites ?? []).map(({ facts }) => toSiteTerms(facts));
}

/** Billed facts as what decides on notice takes them. */
export function toSiteTerms({ rates }: { readonly rates: SiteRateFacts }): SiteTerms {
  return { customRates: rates.customRates, firstActivatedOn: rates.firstActivation?.day ?? null };
}
