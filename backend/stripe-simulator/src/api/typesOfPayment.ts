import { invalid } from '../failures.ts';
import { flag, group, list, oneOf } from '../parameters.ts';

/** What Stripe's API of this version knows by name; of these the simulator has cards. */
const NAMES = [
  'acss_debit',
  'affirm',
  'afterpay_clearpay',
  'alipay',
  'alma',
  'amazon_pay',
  'au_becs_debit',
  'bacs_debit',
  'bancontact',
  'billie',
  'bizum',
  'blik',
  'boleto',
  'card',
  'card_present',
  'cashapp',
  'crypto',
  'customer_balance',
  'eps',
  'fpx',
  'giropay',
  'grabpay',
  'ideal',
  'interac_present',
  'kakao_pay',
  'klarna',
  'konbini',
  'kr_card',
  'link',
  'mb_way',
  'mobilepay',
  'multibanco',
  'naver_pay',
  'nz_bank_account',
  'oxxo',
  'p24',
  'pay_by_bank',
  'payco',
  'paynow',
  'paypal',
  'paypay',
  'payto',
  'pix',
  'promptpay',
  'revolut_pay',
  'samsung_pay',
  'satispay',
  'scalapay',
  'sepa_debit',
  'sequra',
  'sofort',
  'sunbit',
  'swish',
  'twint',
  'upi',
  'us_bank_account',
  'wechat_pay',
  'zip',
] as const;

export const allowedTypes = list(oneOf(NAMES));

export const AUTOMATIC_METHODS = group({
  allow_redirects: oneOf(['always', 'never']),
  enabled: flag,
});

type Allowed = readonly (typeof NAMES)[number][];

/** How a new intent may be paid: by the types that were allowed, or by methods of the account's own choosing. */
export const methodsOf = (params: {
  readonly allowed_payment_method_types: Allowed | undefined;
  readonly automatic_payment_methods: ReturnType<typeof AUTOMATIC_METHODS>;
}) => {
  const { allowed_payment_method_types: allowed, automatic_payment_methods: automatic } = params;
  return {
    allowed_payment_method_types: allowed === undefined ? null : [...allowed],
    automatic_payment_methods:
      allowed === undefined
        ? { enabled: true, allow_redirects: automatic?.allow_redirects ?? ('always' as const) }
        : null,
  };
};

/** @throws StripeFailure 400 when no card may be used: then nothing could pay */
export function mustAllowCards(allowed: Allowed | undefined): void {
  if (allowed !== undefined && !allowed.includes('card'))
    throw invalid(
      'None of the allowed payment method types is available in the Stripe simulator, which has cards only.',
      {
        param: 'allowed_payment_method_types',
      },
    );
}
