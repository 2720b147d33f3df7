import { setTimeout as sleep } from 'node:timers/promises';
import { chanceOf, scenario, sized } from '@portal/event-store/testing';
import { eventually } from '@portal/server/test/support/eventually.ts';
import type { Answered } from '@portal/server/test/support/httpClient.ts';
import { inTurn, isDone, type KeyedCommand, send } from '@portal/server/test/support/keyedCommands.ts';
import type { PortalChild } from '@portal/server/test/support/portalChild.ts';
import { openStage, type Stage } from '@portal/server/test/support/stage.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CUTS, sendAndCut } from '../support/cutRequests.ts';
import { commandsUnderKills } from '../support/killer.ts';
import { type LogOfCommands, logOfCommands } from '../support/logOfCommands.ts';

const R2 = scenario('R2');
const COMMANDS = sized(120, 4_000);
const AT_ONCE = sized(16, 64);
const KILLS = sized(1, 5);
/** A log that did not grow for this long is complete. */
const AT_REST_MS = 1_500;

let stage: Stage;
let portal: PortalChild;
beforeAll(async () => {
  stage = await openStage();
  portal = await stage.startPortal();
}, 120_000);
afterAll(() => stage.close());

/** The parts of an answer that a page reads. */
const answerOf = ({ status, text, headers }: Answered) => ({
  status,
  text,
  position: headers['x-log-position'],
  etag: headers.etag,
});

/** The log once it is complete. */
async function restingLog(): Promise<LogOfCommands> {
  let before = await logOfCommands(stage);
  return eventually(async () => {
    await sleep(AT_REST_MS);
    const log = await logOfCommands(stage);
    const resting = log.events === before.events;
    before = log;
    return resting && log;
  });
}

/** Repeats a command until it is done: a killed portal may hold its key for some seconds. */
const untilDone = (url: string, command: KeyedCommand) =>
  eventually(async () => {
    const answered = await send(url, command);
    if (isDone(answered)) return answered;
    if (answered.headers['retry-after'] === undefined) throw new Error(`${command.trace}: ${answered.text}`);
    return null;
  }, 60);

/** The same request with another body. */
const otherBody = ({ method, body }: KeyedCommand) =>
  method === 'PATCH'
    ? { ...body, site_city: 'Elsewhere' }
    : { ...body, [otherField(body)]: 'Something else' };
const otherField = (body: KeyedCommand['body']) => ('site_name' in body ? 'site_name' : 'company');

// Proves I8-R2
it(
  `answers ${COMMANDS} repeated commands, most of them cut off, as the first time`,
  async () => {
    const { commands, killed } = await commandsUnderKills(stage, portal, 'R2', COMMANDS, KILLS);
    const chance = chanceOf('R2 cuts');
    const first = new Map<KeyedCommand, Answered>();
    await inTurn(commands, AT_ONCE, async (command) => {
      await killed.next();
      if (chance.fraction() < 0.75) return sendAndCut(killed.url, command, chance.oneOf(CUTS), chance);
      const answered = await send(killed.url, command).catch(() => null);
      if (answered !== null && isDone(answered)) first.set(command, answered);
    });
    await killed.started();
    expect(killed.killed).toBe(KILLS);
    const answeredAtOnce = first.size;
    const cut = commands.filter((command) => !first.has(command));
    expect(cut.length).toBeGreaterThan(COMMANDS / 2);
    expect(answeredAtOnce).toBeGreaterThan(COMMANDS / 10);

    // repeats the commands that were cut off
    await inTurn(cut, AT_ONCE, async (command) => {
      first.set(command, await untilDone(killed.url, command));
    });
    const log = await restingLog();
    const notOnce = commands.filter(
      (command) =>
        log.times.get(command.trace) !== 1 || log.ids.get(command.trace) !== first.get(command)?.json.id,
    );
    expect(notOnce.map(({ trace }) => trace)).toEqual([]);

    // repeats all at another portal
    const another = await stage.startPortal();
    const different: string[] = [];
    await inTurn(commands, AT_ONCE, async (command) => {
      const again = answerOf(await send(another.url, command));
      const before = answerOf(first.get(command) as Answered);
      if (JSON.stringify(again) !== JSON.stringify(before)) different.push(command.trace);
    });
    expect(different).toEqual([]);

    const accepted: string[] = [];
    await inTurn(commands, AT_ONCE, async (command) => {
      const { status } = await send(another.url, command, otherBody(command));
      if (status !== 409) accepted.push(`${command.trace}: ${status}`);
    });
    expect(accepted).toEqual([]);
    expect((await restingLog()).events).toBe(log.events);

    R2.did(COMMANDS, 'commands');
    R2.did(cut.length, 'of them cut off and sent again');
    R2.did(KILLS, 'kills meanwhile');
    R2.did(COMMANDS, 'sent once more elsewhere');
    R2.did(COMMANDS, 'keys with another body');
    R2.lost(different.length, 'answers that differed');
    R2.lost(notOnce.length, 'commands lost or done twice');
    R2.lost(accepted.length, 'other bodies taken');
  },
  sized(240_000, 1_800_000),
);
