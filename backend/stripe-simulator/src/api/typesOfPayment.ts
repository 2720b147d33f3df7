import { flag, group, list, oneOf } from '../parameters.ts';

/** Of the types that Stripe knows the simulator has cards. */
export const allowedTypes = list(oneOf(['card']));

export const AUTOMATIC_METHODS = group({
  allow_redirects: oneOf(['always', 'never']),
  enabled: flag,
});

/** How a new intent may be paid: by the types that were allowed, or by methods of the account's own choosing. */
export const methodsOf = (params: {
  readonly allowed_payment_method_types: ReturnType<typeof allowedTypes>;
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
