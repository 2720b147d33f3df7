import Keygrip from 'keygrip';

/**
 * Signs cookies with HMAC-SHA-256. Cookies that an earlier release signed with SHA-1 are valid until they end: an index
 * above 0 has the library sign them anew.
 */
export function cookieKeys(secrets: readonly string[]) {
  const current = new Keygrip([...secrets], 'sha256');
  const earlier = new Keygrip([...secrets], 'sha1');
  return {
    sign: (data: string) => current.sign(data),
    verify: (data: string, digest: string) => current.verify(data, digest) || earlier.verify(data, digest),
    index(data: string, digest: string): number {
      const index = current.index(data, digest);
      if (index >= 0) return index;
      return earlier.index(data, digest) >= 0 ? secrets.length : -1;
    },
  };
}
