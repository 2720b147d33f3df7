import { describe, expect, it } from 'vitest';
import { nameOfPlace, parsePlace } from './place.ts';

const OWN = 'postgres://portal:secret@db.example.com/portal';

describe('the place of a log', () => {
  it.each([
    ['database', { kind: 'database' }],
    ['postgres://other:word@db.example.com:5432/portal', { kind: 'database' }],
    [
      'postgres://portal:secret@db.example.com/archive',
      { kind: 'postgres', url: 'postgres://portal:secret@db.example.com/archive' },
    ],
    ['esdb://log:2113?tls=false', { kind: 'eventstoredb', url: 'esdb://log:2113?tls=false' }],
    ['esdb://a:2113,b:2113?tls=true', { kind: 'eventstoredb', url: 'esdb://a:2113,b:2113?tls=true' }],
    ['esdb+discover://log', { kind: 'eventstoredb', url: 'esdb+discover://log' }],
  ])('is parsed from %s', (text, place) => {
    expect(parsePlace(text, OWN)).toEqual(place);
  });

  it('is refused with the valid forms', () => {
    for (const text of ['', 'log', 'http://log:2113']) {
      expect(() => parsePlace(text, OWN)).toThrow(
        'is not a valid place. Use esdb://…, postgres://…, or database',
      );
    }
  });

  it('is shown without its password', () => {
    expect(nameOfPlace({ kind: 'eventstoredb', url: 'esdb://admin:changeit@log:2113' })).toBe(
      'EventStoreDB at esdb://admin:***@log:2113',
    );
    expect(nameOfPlace(parsePlace('esdb://admin:ch@nge/it@a:2113,b:2113?tls=true', OWN))).toBe(
      'EventStoreDB at esdb://admin:***@a:2113,b:2113?tls=true',
    );
    expect(nameOfPlace(parsePlace('postgres://u:p@h/archive', OWN))).toBe(
      'PostgreSQL at postgres://u:***@h/archive',
    );
    expect(nameOfPlace({ kind: 'database' })).toBe("the portal's own PostgreSQL");
  });
});
