import { scenario, sized } from '@portal/event-store/testing';
import { eventually } from '@portal/server/test/support/eventually.ts';
import { inTurn, isDone, type KeyedCommand, send } from '@portal/server/test/support/keyedCommands.ts';
import type { PortalChild } from '@portal/server/test/support/portalChild.ts';
import { openStage, type Stage } from '@portal/server/test/support/stage.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commandsUnderKills } from '../support/killer.ts';
import { logOfCommands } from '../support/logOfCommands.ts';
import { readModelsCaughtUp } from '../support/readModelsCaughtUp.ts';
import { readModelsEqualRebuild } from '../support/rebuiltElsewhere.ts';

const R1 = scenario('R1');
const COMMANDS = sized(300, 10_000);
const AT_ONCE = sized(16, 64);
const KILLS = sized(2, 20);
const READ_MODELS_WITHIN_S = 10;
/** A key may be held by a killed portal for some seconds. */
const MAX_TRIES = 40;

let stage: Stage;
let portal: PortalChild;
beforeAll(async () => {
  stage = await openStage();
  portal = await stage.startPortal();
}, 120_000);
afterAll(() => stage.close());

// Proves I8-R1
it(
  `stores ${COMMANDS} commands exactly once while the portal is killed ${KILLS} times`,
  async () => {
    const { commands, killed } = await commandsUnderKills(stage, portal, 'R1', COMMANDS, KILLS);
    const acknowledged = new Map<KeyedCommand, string>();
    await inTurn(commands, AT_ONCE, async (command) => {
      await killed.next();
      const answered = await send(killed.url, command).catch(() => null);
      if (answered !== null && isDone(answered)) acknowledged.set(command, answered.json.id);
    });
    await killed.started();
    const caughtUpMs = await readModelsCaughtUp(stage, READ_MODELS_WITHIN_S);
    const { rows } = await readModelsEqualRebuild(stage);
    expect(rows).toBeGreaterThan(COMMANDS);
    expect(killed.killed).toBe(KILLS);
    expect(acknowledged.size).toBeLessThan(COMMANDS);
    expect(acknowledged.size).toBeGreaterThan(COMMANDS / 2);

    const log = await logOfCommands(stage);
    expect(log.gaps).toEqual([]);
    const wrong = [...acknowledged].filter(
      ([{ trace }, id]) => log.times.get(trace) !== 1 || log.ids.get(trace) !== id,
    );
    expect(wrong.map(([{ trace }]) => trace)).toEqual([]);
    const open = commands.filter((command) => !acknowledged.has(command));
    const doubled = open.filter(({ trace }) => (log.times.get(trace) ?? 0) > 1);
    expect(doubled.map(({ trace }) => trace)).toEqual([]);
    const halves = [...acknowledged.keys()].filter(({ trace }) => {
      const accountId = log.accountsOf.get(trace);
      return accountId !== undefined && !log.opened.has(accountId);
    });
    expect(halves.map(({ trace }) => trace)).toEqual([]);

    R1.did(COMMANDS, 'commands');
    R1.did(KILLS, 'kills');
    R1.did(open.length, 'commands cut off');
    R1.lost(wrong.length, 'acknowledged commands');
    R1.lost(doubled.length, 'commands done twice');
    R1.lost(log.gaps.length, 'streams with gaps');
    R1.measured('read models complete after', `${(caughtUpMs / 1_000).toFixed(1)} s`);
    R1.measured('rows equal to a rebuild', rows.toLocaleString('en-US'));
    R1.measured('events in the log', log.events.toLocaleString('en-US'));

    // repeats the commands that were cut off
    await inTurn(open, AT_ONCE, async (command) => {
      let tries = 0;
      await eventually(async () => {
        tries += 1;
        const answered = await send(killed.url, command);
        if (!isDone(answered) && tries === MAX_TRIES) throw new Error(answered.text);
        return isDone(answered);
      }, 60);
    });
    const whole = await logOfCommands(stage);
    const notOnce = commands.filter(({ trace }) => whole.times.get(trace) !== 1);
    expect(notOnce.map(({ trace }) => trace)).toEqual([]);
    expect(whole.gaps).toEqual([]);
  },
  sized(240_000, 1_800_000),
);
