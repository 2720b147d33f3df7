import { type LookCommand, lookDecider, lookStream, userStream } from '@portal/domain';
import type { Context } from 'koa';
import type { CommandContext } from '../../kernel/commandContext.ts';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import { stateOf } from '../../platform/http/requestLog.ts';
import type { RouteRequest } from '../../platform/http/route.ts';

async function record(
  { execute }: Pick<CommandPorts, 'execute'>,
  stream: string,
  command: LookCommand,
  context: CommandContext,
): Promise<void> {
  // a look is about no company, so that it shows in the record's timeline and not in the company's activity
  await execute({ stream: lookStream(stream), decider: lookDecider, command, context, accounts: [] });
}

/** Records that a member of staff opened the page of a person or company. A failure is logged and keeps nobody from reading. */
export async function recordLook(
  ports: Pick<CommandPorts, 'execute' | 'billingDay'>,
  about: string,
  { caller, command, http }: Pick<RouteRequest<'staff'>, 'caller' | 'command' | 'http'>,
): Promise<void> {
  const look = {
    type: 'RecordLook',
    about,
    userId: caller.id,
    day: ports.billingDay(command.time),
  } as const;
  await record(ports, about, look, command).catch(logged(http));
}

/** Records in the timeline of a member of staff which file they got. A failure is logged, as for a look. */
export const recordFile = (
  ports: Pick<CommandPorts, 'execute'>,
  name: string,
  { caller, command, http }: Pick<RouteRequest<'staff'>, 'caller' | 'command' | 'http'>,
): Promise<void> =>
  record(ports, userStream(caller.id), { type: 'RecordFile', userId: caller.id, name }, command).catch(
    logged(http),
  );

const logged = (http: Context) => (error: unknown) =>
  stateOf(http).log.warn({ err: error }, 'a look or file could not be recorded');

/** Records an export in the timeline of the member of staff. */
export const recordExport = (
  ports: Pick<CommandPorts, 'execute'>,
  { list, rows }: { readonly list: string; readonly rows: number },
  { caller, command }: Pick<RouteRequest<'staff'>, 'caller' | 'command'>,
): Promise<void> =>
  record(ports, userStream(caller.id), { type: 'RecordExport', userId: caller.id, list, rows }, command);
