export { type Equipment, PRICES, type Price, type PriceLine } from './lines.ts';
export * from './priceOrder.ts';
export * from './priceSites.ts';
