export * from './LiveUpdates.tsx';
