/**
 * Why a goal is missed where it is, by bench and goal; '' stands for all other goals of a bench. Shown beside a goal
 * only while the measured figure misses it.
 */
export const WHY_MISSED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'read-models': {
    '': 'Each event is decoded, checked by its schema and folded by its handler in one thread, about 9 µs; SQL folds the same JSON in 3 µs where it lies. Of our time about two fifths is the garbage of decoding, a quarter decoding, a tenth the fold. A read model is fed by the same checked events as a command, so the check stays.',
  },
  replay: {
    'replay of one invoice':
      'It reads 260 streams, one query each, and checks the 12,000 lines of 59 earlier invoices by their schema, to know what credit they left. One read of many streams is what the event store would have to offer next.',
  },
  verify: {
    verify:
      'Taking log and index off the wire is 3 µs an event, making and comparing the entry 4 µs, all in one thread, while PostgreSQL uses the second core. An entry needs no more than the one before it, so parts of the chain can be verified side by side where there are more cores.',
  },
};
