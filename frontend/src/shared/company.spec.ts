import { emailAddress } from '@portal/contract';
import { expect, it } from 'vitest';
import { mailLink } from './company.ts';

// Proves I35-22d
it('an address in a mail link adds no recipient, subject or text', () => {
  const address = emailAddress('wrong').parse('x?bcc=spy&body=hi#@example.com');
  const link = new URL(mailLink(address, 'Re: Rates & readers?'));
  expect([decodeURIComponent(link.pathname), link.hash]).toEqual([address, '']);
  expect([...link.searchParams]).toEqual([['subject', 'Re: Rates & readers?']]);
  expect(mailLink('smith&sons@example.com')).toBe('mailto:smith%26sons@example.com');
});
