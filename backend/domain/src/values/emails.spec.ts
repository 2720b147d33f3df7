import { describe, expect, it } from 'vitest';
import { emailKey, emailProblem } from './emails.ts';

describe('an email address', () => {
  // Proves I35-31
  it.each([
    'ann@example.com',
    'smith&sons@example.com',
    'a/b@example.com',
    "!#$%&'*+/=?^_`{|}~-@example.com",
    'ann.lee+portal@mail.example.co.uk',
    'ann@bücher.example',
    'ann@例え.テスト',
    'ann@xn--bcher-kva.example',
  ])('%j is valid', (address) => expect(emailProblem(address)).toBeNull());

  // Proves I35-31
  it.each([
    ['ann', 'it has no @'],
    ['@example.com', 'there is nothing before the @'],
    ['ann@', 'there is nothing after the @'],
    ['ann@b@example.com', 'it has more than one @'],
    ['ann lee@example.com', 'it has a space'],
    ['ann,lee@example.com', "it can't have , before the @"],
    ['änn@example.com', "it can't have ä before the @"],
    ['ann@exa_mple.com', "it can't have _ after the @"],
    ['ann..lee@example.com', 'a dot before the @ needs a character on each side'],
    ['.ann@example.com', 'a dot before the @ needs a character on each side'],
    ['ann@example..com', 'a dot after the @ needs a character on each side'],
    ['ann@example.com.', 'a dot after the @ needs a character on each side'],
    ['ann@example', 'the part after the @ needs a dot, as in example.com'],
    ['ann@-example.com', 'the part after the @ is not a domain name'],
    ['ann@127.0.0.1', 'the part after the @ must end as .com or another top-level domain does'],
    [`${'a'.repeat(65)}@example.com`, 'the part before the @ is longer than 64 characters'],
    [`ann@${`${'a'.repeat(60)}.`.repeat(5)}com`, 'it is longer than 254 characters'],
  ])('%j is not: %s', (address, problem) => expect(emailProblem(address)).toBe(problem));

  it('is compared in lower case, its domain in ASCII', () => {
    expect(emailKey('Ann@BÜCHER.example')).toBe('ann@xn--bcher-kva.example');
    expect(emailKey('ANN@XN--BCHER-KVA.Example')).toBe('ann@xn--bcher-kva.example');
    expect(emailKey('admin@LocalHost')).toBe('admin@localhost');
  });
});
