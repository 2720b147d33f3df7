export type { Fault } from './faults.ts';
export { isSimulatedKey, publishableKeyOf } from './keys.ts';
export type { RecordedRequest } from './server.ts';
export { simulatorAssets } from './simulatorAssets.ts';
export {
  type StripeSimulator,
  type StripeSimulatorOptions,
  startStripeSimulator,
} from './startStripeSimulator.ts';
export type { WebhookEndpoint } from './webhooks/sender.ts';
