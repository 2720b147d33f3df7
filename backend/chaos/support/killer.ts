import { setTimeout as sleep } from 'node:timers/promises';
import { type Chance, chanceOf } from '@portal/event-store/testing';
import {
  dealersWithSites,
  type KeyedCommand,
  keyedCommands,
} from '@portal/server/test/support/keyedCommands.ts';
import type { PortalChild } from '@portal/server/test/support/portalChild.ts';
import type { Stage } from '@portal/server/test/support/stage.ts';

/** A portal that is killed and restarted at random times during commands. */
export interface KilledPortal {
  readonly url: string;
  readonly killed: number;
  /** Resolves when the next command may be sent; waits during a restart. */
  next(): Promise<void>;
  /** Resolves when the last restart is done. */
  started(): Promise<unknown>;
}

/** Commands of the scenario's own dealers, for a portal that is killed meanwhile. */
export async function commandsUnderKills(
  stage: Stage,
  first: PortalChild,
  { name, commands, kills }: { readonly name: string; readonly commands: number; readonly kills: number },
): Promise<{ readonly commands: readonly KeyedCommand[]; readonly killed: KilledPortal }> {
  const prefix = name.toLowerCase();
  const dealers = await dealersWithSites(first.url, prefix);
  return {
    commands: keyedCommands(commands, dealers, prefix, chanceOf(`${name} commands`)),
    killed: killedAtRandom(stage, first, { kills, commands, chance: chanceOf(`${name} kills`) }),
  };
}

function killedAtRandom(
  stage: Stage,
  first: PortalChild,
  { kills, commands, chance }: { readonly kills: number; readonly commands: number; readonly chance: Chance },
): KilledPortal {
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
    get url() {
      return portal.url;
    },
    get killed() {
      return killed;
    },
    async next() {
      await up;
      sent += 1;
      if (sent !== moments[killed]) return;
      killed += 1;
      up = killAndStart();
    },
    started: () => up,
  };
}
