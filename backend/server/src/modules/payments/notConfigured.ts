import { BusinessRefusal } from '@portal/domain';

/** A mode without credentials (spec 1, section 8). */
export function notConfigured(livemode: boolean): BusinessRefusal {
  return new BusinessRefusal(
    'unprocessable',
    `Stripe not configured for ${livemode ? 'live' : 'demo'} accounts`,
  );
}
