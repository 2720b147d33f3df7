import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv4 } from 'node:net';

/** IPv4 addresses seen through an IPv6 socket count as IPv4. */
const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '');
const family = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6');

/**
 * Makes the function that tells a request's address. `X-Forwarded-For` is believed only as far as the proxies in
 * `trusted` (addresses or networks like 10.0.0.0/8) wrote it: the first address from the right that is none of them.
 * @throws Error naming an entry that is no address and no network
 */
export function clientAddressReader(trusted: readonly string[]): (request: IncomingMessage) => string {
  const proxies = new BlockList();
  for (const entry of trusted) {
    const [address = '', bits] = entry.split('/');
    if (isIP(address) === 0) throw new Error(`TRUST_PROXY: "${entry}" is not an address or a network`);
    if (bits === undefined) proxies.addAddress(address, family(address));
    else proxies.addSubnet(address, Number(bits), family(address));
  }
  const isProxy = (address: string) => isIP(address) !== 0 && proxies.check(address, family(address));

  return (request) => {
    const peer = plain(request.socket.remoteAddress ?? '');
    if (!isProxy(peer)) return peer;
    const header = request.headers['x-forwarded-for'];
    const hops = (Array.isArray(header) ? header.join(',') : (header ?? ''))
      .split(',')
      .map((hop) => plain(hop.trim()))
      .filter((hop) => isIP(hop) !== 0);
    return hops.findLast((hop) => !isProxy(hop)) ?? hops[0] ?? peer;
  };
}
