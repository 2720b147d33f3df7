import { setTimeout as sleep } from 'node:timers/promises';
import { chanceOf } from '@portal/event-store/testing';
import { dealersWithSites, keyedCommands } from '@portal/server/test/support/keyedCommands.ts';
import type { PortalChild } from '@portal/server/test/support/portalChild.ts';
import type { Stage } from '@portal/server/test/support/stage.ts';

/** Commands of the scenario's own dealers, for a portal that is killed and restarted at random times meanwhile. */
export async function commandsUnderKills(
  stage: Stage,
  first: PortalChild,
  name: string,
  commands: number,
  kills: number,
) {
  const prefix = name.toLowerCase();
  const dealers = await dealersWithSites(first.url, prefix);
  const chance = chanceOf(`${name} kills`);
  const moments = Array.from(
    { length: kills },
    (_, n) => Math.floor((commands * (n + chance.fraction())) / (kills + 1)) + 1,
  );
  let portal = first;
  let sent = 0;
  let killed = 0;
  let up: Promise<unknown> = Promise.resolve();
  const killAndStart = async () => {
    // while commands are running
    await sleep(chance.between(0, 40));
    await portal.kill();
    portal = await stage.startPortal();
  };
  return {
    commands: keyedCommands(commands, dealers, prefix, chanceOf(`${name} commands`)),
    killed: {
      get url() {
        return portal.url;
      },
      get killed() {
        return killed;
      },
      /** Resolves when the next command may be sent; waits during a restart. */
      async next() {
        await up;
        sent += 1;
        if (sent !== moments[killed]) return;
        killed += 1;
        up = killAndStart();
      },
      /** Resolves when the last restart is done. */
      started: () => up,
    },
  };
}
