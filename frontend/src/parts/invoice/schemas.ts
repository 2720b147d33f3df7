export {
  billingSummarySchema,
  invoiceDetailSchema,
  invoiceSchema,
  orderSchema,
} from '@portal/contract';
