export * from './envelope.ts';
export * from './keyRing.ts';
export * from './port.ts';
