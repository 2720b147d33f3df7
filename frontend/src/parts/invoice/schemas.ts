export {
  billingSummarySchema,
  invoiceDetailSchema,
  invoiceDifferencesSchema,
  invoiceSchema,
  orderSchema,
} from '@portal/contract';
