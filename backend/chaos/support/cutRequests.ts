import { request as httpRequest } from 'node:http';
import type { Chance } from '@portal/event-store/testing';
import type { KeyedCommand } from '@portal/server/test/support/keyedCommands.ts';

export const CUTS = ['as soon as it is sent', 'after a moment', 'when the answer begins'] as const;
const LONGEST_MOMENT_MS = 60;

/** Sends a command and cuts the connection without reading the answer. */
export function sendAndCut(
  url: string,
  command: KeyedCommand,
  cut: (typeof CUTS)[number],
  chance: Chance,
): Promise<void> {
  const { method, path, body, key, cookies } = command;
  const text = JSON.stringify(body);
  return new Promise((resolve) => {
    const sent = httpRequest(url + path, {
      method,
      agent: false,
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(text),
        'Idempotency-Key': key,
        Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
    });
    const end = () => sent.destroy();
    sent.on('error', () => resolve()).on('close', () => resolve());
    sent.on('response', end);
    if (cut !== 'when the answer begins') {
      const ms = cut === 'after a moment' ? chance.between(1, LONGEST_MOMENT_MS) : 0;
      sent.on('finish', () => setTimeout(end, ms));
    }
    sent.end(text);
  });
}
