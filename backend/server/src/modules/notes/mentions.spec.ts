import { expect, it } from 'vitest';
import { shownText, storedText } from './mentions.ts';

const people = [
  { id: 'id-1', username: 'jo' },
  { id: 'id-2', username: 'Ann.Doe@acme' },
];
const nameOf = (id: string) => people.find((one) => one.id === id)?.username;

it('finds administrators by their usernames, whatever their case and what follows', () => {
  const { text, mentions } = storedText('@JO, ask (@ann.doe@acme). Then @jo.', people);
  expect({ text, mentions }).toEqual({ text: '@id-1, ask (@id-2). Then @id-1.', mentions: ['id-1', 'id-2'] });
  expect(shownText({ text, mentions }, nameOf)).toBe('@jo, ask (@Ann.Doe@acme). Then @jo.');
});

it('leaves addresses and other names', () => {
  const text = 'Write to ann@jo and @joe, @ nobody';
  expect(storedText(text, people)).toEqual({ text, mentions: [] });
});

it('names nobody who is gone', () => {
  expect(shownText({ text: 'Ask @id-9', mentions: ['id-9'] }, nameOf)).toBe('Ask @former-user');
});
