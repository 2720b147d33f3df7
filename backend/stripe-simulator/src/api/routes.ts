import { customerRoutes } from './customers.ts';
import { paymentIntentRoutes } from './paymentIntents.ts';
import { paymentMethodRoutes } from './paymentMethods.ts';
import { recordRoutes } from './records.ts';
import { refundRoutes } from './refunds.ts';
import type { Route } from './route.ts';
import { setupIntentRoutes } from './setupIntents.ts';

/** Every call of Stripe's API that the simulator answers. */
export const API_ROUTES: readonly Route[] = [
  ...customerRoutes,
  ...paymentIntentRoutes,
  ...setupIntentRoutes,
  ...paymentMethodRoutes,
  ...refundRoutes,
  ...recordRoutes,
];
