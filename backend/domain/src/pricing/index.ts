export { type Equipment, PRICES, type Price, type PriceLine, taxIn, withTax } from './lines.ts';
export * from './priceOrder.ts';
export * from './priceSites.ts';
