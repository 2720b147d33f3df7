export {
  type Equipment,
  PRICES,
  type Price,
  type PriceLine,
  taxOnPrice,
  withTax,
} from './lines.ts';
export * from './priceOrder.ts';
export * from './priceSites.ts';
