export { RecordPaymentButton } from './RecordPaymentButton.tsx';
