import type { ContactRequest } from '@portal/contract';
import { contactDecider, contactStream } from '@portal/domain';
import type { CausalChain } from '../../kernel/causalChain.ts';
import { type CommandContext, deriveId } from '../../kernel/commandContext.ts';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import { runCommand } from '../../kernel/runCommand.ts';

const onContact = (contactId: string) => ({
  stream: contactStream(contactId),
  decider: contactDecider,
  accounts: [],
});

export async function receiveContactMessage(
  ports: CommandPorts,
  message: ContactRequest,
  context: CommandContext,
): Promise<{ readonly contactId: string; readonly chain: CausalChain }> {
  const contactId = deriveId(context, 'contact');
  const chain = await runCommand(ports, {
    ...onContact(contactId),
    command: {
      type: 'ReceiveContactMessage',
      contactId,
      name: message.contact_name,
      email: message.contact_email,
      phone: message.contact_phone || null,
      subject: message.contact_subject,
      message: message.contact_message,
    },
    context,
  });
  return { contactId, chain };
}

/** MarkContactMessageAnswered. @throws BusinessRefusal 'Contact message not found' (not_found) */
export const markContactMessageAnswered = (
  ports: CommandPorts,
  contactId: string,
  context: CommandContext,
): Promise<CausalChain> =>
  runCommand(ports, {
    ...onContact(contactId),
    command: { type: 'MarkContactMessageAnswered' },
    context,
  });
