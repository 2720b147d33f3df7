import { randomUUID } from 'node:crypto';
import { logSealDecider, logSealStream } from '@portal/domain';
import { chainEnd, type Queryable } from '@portal/projections';
import { newCommand } from '../../kernel/commandContext.ts';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import { runCommand } from '../../kernel/runCommand.ts';
import type { Job } from '../../platform/jobs/jobs.ts';

const EVERY_MS = 10 * 60_000;

/**
 * Seals the log once a billing day: records the chain's end in the log, so that changing an older event would mean
 * changing every later seal.
 */
export function sealJob(ports: {
  readonly commands: CommandPorts;
  readonly db: Queryable;
  readonly now: () => Date;
  readonly today: () => string;
}): Job {
  let sealed: string | null = null;
  return {
    name: 'log seal',
    everyMs: EVERY_MS,
    async run() {
      const day = ports.today();
      if (sealed === day) return;
      const end = await chainEnd(ports.db);
      if (end === null) return;
      await runCommand(ports.commands, {
        stream: logSealStream(day),
        decider: logSealDecider,
        command: { type: 'SealLog', day, ...end },
        context: newCommand(ports.now(), { kind: 'system', id: 'log seal' }, randomUUID()),
        accounts: [],
      });
      sealed = day;
    },
  };
}
