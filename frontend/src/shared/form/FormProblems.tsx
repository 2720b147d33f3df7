export * from './problems.tsx';
