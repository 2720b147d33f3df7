export * from './decider.ts';
export * from './event.ts';
export * from './events.ts';
export * from './metadata.ts';
export * from './personal.ts';
