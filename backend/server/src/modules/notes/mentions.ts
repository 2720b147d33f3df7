import { normaliseUsername } from '@portal/domain/values';

/** `@` and a username that may end with a full stop of the sentence; not inside a word, as in an email address. */
const MENTION = /(?<![\p{L}\p{N}._@+-])@([\p{L}\p{N}._@+-]+)/gu;

interface Named {
  readonly id: string;
  readonly username: string;
}

/** Replaces `@username` of these people by `@<user id>`; other words with `@` stay. */
export function storedText(text: string, people: readonly Named[]) {
  const byName = new Map(people.map(({ id, username }) => [normaliseUsername(username), id]));
  const mentions = new Set<string>();
  const stored = text.replace(MENTION, (whole, word: string) => {
    const name = [word, word.replace(/[._@+-]+$/, '')].find((one) => byName.has(normaliseUsername(one)));
    const id = name === undefined ? undefined : byName.get(normaliseUsername(name));
    if (name === undefined || id === undefined) return whole;
    mentions.add(id);
    return `@${id}${word.slice(name.length)}`;
  });
  return { text: stored, mentions: [...mentions] };
}

/** The text of {@link storedText} as people read it. */
export function shownText(
  { text, mentions }: { readonly text: string; readonly mentions: readonly string[] },
  nameOf: (userId: string) => string | undefined,
): string {
  return mentions.reduce((shown, id) => shown.replaceAll(`@${id}`, `@${nameOf(id) ?? 'former-user'}`), text);
}
