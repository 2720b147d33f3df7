import { request } from '../../shared/http/http.ts';
import { type Command, useCommand } from '../../shared/http/useCommand.ts';
import { userKey } from '../../shared/session/session.ts';

interface Setting extends Omit<Command<object>, 'send' | 'refresh'> {
  readonly method: 'PATCH' | 'POST';
  readonly path: string;
}

/** Saves a setting; the user is read again before it is done. */
export const useSetting = ({ method, path, ...command }: Setting) =>
  useCommand<object>({
    ...command,
    send: (body) => request(method, path, body),
    refresh: (client) => client.invalidateQueries({ queryKey: userKey }),
  });
