export * from './hardwareEnabled.ts';
export type { Equipment, Price, PriceLine } from './lines.ts';
export * from './priceMigration.ts';
export * from './priceNewSite.ts';
export * from './priceSites.ts';
export * from './prices.ts';
