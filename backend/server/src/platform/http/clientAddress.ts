import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';

/** IPv4 addresses seen through an IPv6 socket count as IPv4. */
const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '');
const family = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6');

/**
 * Returns a function for the address of a request. `X-Forwarded-For` is believed as far as the `trusted` proxies (addresses or
 * networks) wrote it: the first address from the right that is not one of them.
 * @param untrusted called with the address of a request that has the header from a proxy not among them
 * @throws Error naming an invalid entry
 */
export function clientAddressReader(
  trusted: readonly string[],
  untrusted: (proxy: string) => void = () => {},
): (request: IncomingMessage) => string {
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
    const header = request.headers['x-forwarded-for'];
    if (!isProxy(peer)) {
      if (header !== undefined) untrusted(peer);
      return peer;
    }
    const hops = (Array.isArray(header) ? header.join(',') : (header ?? ''))
      .split(',')
      .map((hop) => plain(hop.trim()))
      .filter((hop) => isIP(hop) !== 0);
    return hops.findLast((hop) => !isProxy(hop)) ?? hops[0] ?? peer;
  };
}

/**
 * Key of an address for limits: the /64 of an IPv6 address (one customer), or the IPv4 address, also if written as
 * IPv6.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address);
  const [a = 0, b = 0, c = 0, d = 0, , mark, high = 0, low = 0] = groups;
  if (groups.slice(0, 5).every((group) => group === 0) && mark === 0xffff) {
    return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  }
  return `${[a, b, c, d].map((group) => group.toString(16)).join(':')}::/64`;
}

/**
 * The networks of an address, the widest first: /48, /56 and /64 of an IPv6 address, which providers give to one customer;
 * /24 of an IPv4 address, and itself.
 */
export function networksOf(address: string): readonly string[] {
  const network = networkOf(address);
  if (!network.endsWith('::/64')) return [`${network.split('.').slice(0, 3).join('.')}.0/24`, network];
  const [a = '', b = '', c = '', d = ''] = network.split(':');
  const customer = (Number.parseInt(d, 16) >> 8).toString(16);
  return [`${a}:${b}:${c}::/48`, `${a}:${b}:${c}:${customer}00::/56`, network];
}

/** The eight groups of an IPv6 address, whatever way it is written. */
function groupsOf(address: string): number[] {
  const { hostname } = new URL(`http://[${address.replace(/%.*$/, '')}]`);
  const [head = [], tail] = hostname
    .slice(1, -1)
    .split('::')
    .map((half) => (half === '' ? [] : half.split(':').map((group) => Number.parseInt(group, 16))));
  if (tail === undefined) return head;
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}
