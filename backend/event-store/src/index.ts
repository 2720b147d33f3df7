export * from './envelope.ts';
export * from './keyRing.ts';
export * from './memory/memoryEventStore.ts';
export * from './port.ts';
