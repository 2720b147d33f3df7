import { describe, expect, it } from 'vitest';
import { isEasyToGuess } from './PasswordField.tsx';

describe('a password that is easy to guess', () => {
  it.each([
    'secret',
    'short-1',
    'aaaaaaaa',
    'abababab',
    'Password123',
    'P@ssw0rd!',
    'welcome2026',
    '12345678',
    '87654321',
    'qwertyuiop',
    'abcdefgh',
    'Changeme!',
  ])('%s', (password) => expect(isEasyToGuess(password)).toBe(true));

  it('contains a form value', () => {
    expect(isEasyToGuess('northgate1', ['Northgate Security'])).toBe(true);
    expect(isEasyToGuess('ann.doe77', ['ann.doe77@example.com', 'Ann Doe'])).toBe(false);
    expect(isEasyToGuess('anndoe77!', ['anndoe77'])).toBe(true);
  });

  it.each(['correct horse battery', 'k3Zp-vv19', 'Zoë 李 reads maps', 'pier four closes late'])(
    'is not %s',
    (password) => expect(isEasyToGuess(password, ['Northgate Security', 'ann'])).toBe(false),
  );
});
