import { expect, it } from 'vitest';
import { untrustedProxies } from '../../modules/operations/checks/machine.ts';
import { clientAddressReader } from './clientAddress.ts';
import { createLogger } from './logger.ts';
import { watchUntrustedProxy } from './untrustedProxy.ts';

const MINUTE = 60_000;
const from = (peer: string, forwarded?: string) =>
  ({
    socket: { remoteAddress: peer },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }) as unknown as Parameters<ReturnType<typeof clientAddressReader>>[0];

// Proves I35-19
it('logs and reports a proxy that is not trusted, until it is gone for a while', async () => {
  const log = createLogger('silent');
  const lines: unknown[] = [];
  log.warn = ((line: unknown) => lines.push(line)) as typeof log.warn;
  let time = 0;
  const proxy = watchUntrustedProxy(log, () => time);
  const addressOf = clientAddressReader(['10.0.0.1'], proxy.seen);
  const findings = () => untrustedProxies(proxy.last(), 'host').findings;

  expect(addressOf(from('192.0.2.7'))).toBe('192.0.2.7');
  expect(addressOf(from('10.0.0.1', '198.51.100.9'))).toBe('198.51.100.9');
  expect([lines, findings()]).toEqual([[], []]);

  for (let request = 0; request < 3; request += 1)
    expect(addressOf(from('192.0.2.7', '198.51.100.9'))).toBe('192.0.2.7');
  expect(lines).toEqual([{ proxy: '192.0.2.7' }]);
  expect(findings()).toMatchObject([{ severity: 'critical', mark: '192.0.2.7' }]);

  time = 16 * MINUTE;
  expect(findings()).toEqual([]);
  addressOf(from('192.0.2.7', '198.51.100.9'));
  expect(lines).toHaveLength(2);
});
