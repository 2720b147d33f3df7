import type { PortalEvent } from '@portal/domain';
import type { CausalChain } from './causalChain.ts';
import type { CommandPorts } from './commandPorts.ts';
import { type Edited, revisionAfter } from './edited.ts';
import type { Execution } from './execute.ts';

/** Executes a command, then the processes that follow from its events. @throws as {@link Execute} */
export async function runCommand<State, Command, Event extends PortalEvent>(
  ports: Pick<CommandPorts, 'execute' | 'followUp'>,
  execution: Execution<State, Command, Event>,
): Promise<CausalChain> {
  return ports.followUp((await ports.execute(execution)).appended);
}

/** The same, with the record's new revision. */
export async function runEdit<State, Command, Event extends PortalEvent>(
  ports: Pick<CommandPorts, 'execute' | 'followUp'>,
  execution: Execution<State, Command, Event>,
): Promise<Edited> {
  const { appended } = await ports.execute(execution);
  return { chain: await ports.followUp(appended), revision: revisionAfter(appended) };
}
