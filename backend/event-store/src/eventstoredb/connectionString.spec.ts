import { describe, expect, it, vi } from 'vitest';
import { clientOf } from './connectionString.ts';

describe('an EventStoreDB address', () => {
  it.each([
    'esdb://localhost:2113?tls=false',
    'esdb://a:2113,b:2113,c:2113?tls=true',
    'esdb://portal:s%40cret@a,b:2114,c/?tls=true&keepAliveInterval=2000&node_preference=leader',
    'esdb+discover://cluster.example.com:2113',
  ])('may be %s', (address) => {
    expect(clientOf(address)).toBeDefined();
  });

  it.each([
    ['http://a:2113', /wrong at "http:\/\/a:2113": expected esdb:\/\/ or esdb\+discover:\/\//],
    ['esdb://portal:secret@a:port', /wrong at "port": expected port number/],
    ['esdb://portal:secret@a:2113,b:2113:1', /wrong at .*: expected , or \?key=value/],
    ['esdb://portal:secret@a:2113?tls=maybe', /wrong at "maybe": expected true or false/],
    ['esdb://portal:secret@a:2113?nodePreference=fastest', /wrong at "fastest": expected .*leader/],
    ['esdb://portal:secret@a:2113?', /wrong at "\?": expected \?key=value/],
    ['esdb://portal:secret@a:2113?tls=true&', /wrong at "&": expected &key=value/],
    ['esdb://portal:secret@7@a:2113', /percent-encoded/],
    ['esdb://portal:secret@a:2113?tlsVerifyCert=false', /the option tlsVerifyCert, which has no effect/],
    ['esdb://portal:secret@a:2113?tlsCaFile=/no/ca.crt', /tlsCaFile=\/no\/ca.crt: .* not found/],
    ['esdb://portal:secret@a:2113?password=secret', /the option password, which has no effect/],
  ])('is refused if it is %s, without its password', (address, message) => {
    const warned = vi.spyOn(console, 'warn');
    const refused = (() => {
      try {
        clientOf(address);
        return '';
      } catch (error) {
        return String(error);
      }
    })();
    expect(refused).toMatch(message);
    expect(refused).not.toMatch(/secret|7@/);
    expect(warned).not.toHaveBeenCalled();
    warned.mockRestore();
  });
});
