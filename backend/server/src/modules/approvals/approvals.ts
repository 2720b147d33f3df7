import { permissionToDecide, type WaitsForApproval } from '@portal/contract';
import {
  type ApprovalCommand,
  type AskedApproval,
  approvalDecider,
  approvalStream,
  givenDecider,
  givenOn,
  givenStream,
  notFound,
  reveal,
} from '@portal/domain';
import { dollarsFromCents } from '@portal/domain/values';
import type { CausalChain } from '../../kernel/causalChain.ts';
import { type CommandContext, deriveId } from '../../kernel/commandContext.ts';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import { runCommand } from '../../kernel/runCommand.ts';
import type { NeedsApproval } from '../../kernel/secondPerson.ts';
import { admit, need } from '../../platform/http/access.ts';
import { answerFor, HttpProblem } from '../../platform/http/errors.ts';
import {
  type Caller,
  type JsonAnswer,
  type Route,
  type RouteRequest,
  routeNamed,
} from '../../platform/http/route.ts';
import type { HeldRequest } from '../../platform/http/routeTable.ts';
import type { ReadPorts } from '../../platform/readPorts.ts';
import type { FindCaller } from '../users/module.ts';

export interface ApprovalPorts extends ReadPorts {
  readonly commands: CommandPorts;
  readonly findCaller: FindCaller;
  /** All routes: a request is carried out by the route that it was sent to. */
  readonly table: () => readonly Route[];
}

const onApproval = (approvalId: string, accountId: string | null) => ({
  stream: approvalStream(approvalId),
  decider: approvalDecider,
  accounts: accountId === null ? [] : [accountId],
});

/** RequestApproval: keeps a change as it was sent. */
export async function holdRequest(
  { commands }: Pick<ApprovalPorts, 'commands'>,
  { line, request, query, body }: HeldRequest,
  { given, about, accountId, reason }: NeedsApproval,
): Promise<JsonAnswer> {
  const { caller, command: context, params } = request as RouteRequest<'staff'>;
  const approvalId = deriveId(context, 'approval');
  const sent = JSON.stringify(body ?? null);
  const chain = await runCommand(commands, {
    ...onApproval(approvalId, accountId),
    command: {
      type: 'RequestApproval',
      approvalId,
      ...given,
      about,
      accountId,
      requestedBy: caller.id,
      reason,
      route: `${line.method} ${line.path}`,
      params,
      query,
      body: accountId === null ? null : sent,
      plainBody: accountId === null ? sent : null,
    },
    context,
  });
  await request.visible(chain);
  const answer: WaitsForApproval = {
    approval_id: approvalId,
    message: 'Somebody else has to approve this. It is done once they have.',
  };
  return { status: 202, body: answer };
}

/** @throws BusinessRefusal not_found */
export async function askedApproval(
  { commands }: Pick<ApprovalPorts, 'commands'>,
  approvalId: string,
): Promise<AskedApproval> {
  const approval = await commands.load(approvalStream(approvalId), approvalDecider);
  if (approval.status === 'none') throw notFound('Approval not found');
  return approval;
}

/** Dollars that who asked gave the company on that billing day, once or each month as here, without a second person. */
export async function givenThatDay(
  { commands }: Pick<ApprovalPorts, 'commands'>,
  { requestedBy, accountId, kind }: AskedApproval,
  askedAt: string,
): Promise<number> {
  const given = await commands.load(givenStream(requestedBy, accountId), givenDecider);
  return dollarsFromCents(givenOn(given, commands.billingDay(askedAt), kind));
}

/** The body of a request that waits; undefined where it was erased. */
export function sentBody({ body, plainBody }: AskedApproval): unknown {
  const text = body === null ? plainBody : reveal(body, null);
  return text === null ? undefined : JSON.parse(text);
}

/** Approve, Decline or Withdraw. @throws BusinessRefusal; HttpProblem 403 without the permission */
export async function decideApproval(
  { commands }: Pick<ApprovalPorts, 'commands'>,
  caller: Caller,
  approvalId: string,
  command: Exclude<ApprovalCommand, { type: 'RequestApproval' | 'CarryOut' }>,
  context: CommandContext,
): Promise<CausalChain> {
  const { kind, accountId } = await askedApproval({ commands }, approvalId);
  if (command.type !== 'Withdraw') need(caller, permissionToDecide(kind));
  return runCommand(commands, { ...onApproval(approvalId, accountId), command, context });
}

/**
 * Carries an approved change out, by the route that it was sent to, in the name of who asked for it. Its command derives from the
 * approval: repeated after an interruption, it appends the same events.
 * @param request of the person who approves
 * @throws HttpProblem 409 where the portal refuses it now
 */
export async function carryOut(
  ports: ApprovalPorts,
  approvalId: string,
  { command: context, visible, address, http }: Omit<RouteRequest, 'body' | 'query' | 'caller' | 'params'>,
): Promise<void> {
  const { commands } = ports;
  const approval = await askedApproval(ports, approvalId);
  const { accountId, approvedBy, requestedBy } = approval;
  if (approval.status !== 'approved' || approvedBy === null) return;
  const stream = await commands.readStream(approvalStream(approvalId));
  const given = stream.find(({ event }) => event.type === 'ApprovalGiven');
  if (given === undefined) return;
  const command: CommandContext = {
    id: given.id,
    time: given.metadata.recordedAt,
    actor: { kind: 'admin', id: requestedBy },
    correlationId: approvalId,
    approvedBy,
    until: context.until,
  };
  const run = async () => {
    const caller = await ports.findCaller(requestedBy);
    // the second factor was there when it was asked for
    const asked = caller && { ...caller, needsSecondFactor: false };
    const line = routeNamed(ports.table(), approval.route);
    const body = sentBody(approval);
    if (asked === null || line === undefined || body === undefined)
      throw new HttpProblem(409, 'What was asked for is not known any more. Please ask again.');
    admit(line, asked);
    await line.handler({
      body: line.body?.parse(body),
      query: line.query?.parse(approval.query),
      params: approval.params,
      caller: asked,
      command,
      address,
      visible,
      http,
    });
  };
  const end = async (refusal: string | null) =>
    visible(
      await runCommand(commands, {
        ...onApproval(approvalId, accountId),
        command: { type: 'CarryOut', refusal },
        context: { ...context, id: deriveId(command, refusal === null ? 'done' : 'failed') },
      }),
    );
  try {
    await run();
  } catch (error) {
    const { status, body } = answerFor(error);
    // may be decided otherwise when it is tried again
    if (status >= 500 || status === 429) throw error;
    await end(body.error);
    throw new HttpProblem(409, `Approved, but it could not be carried out: ${body.error}`);
  }
  await end(null);
}
