import type { ContactRequest } from '@portal/contract';
import { contactDecider, contactStream } from '@portal/domain';
import type { CausalChain } from '../../kernel/causalChain.ts';
import { type CommandContext, deriveId } from '../../kernel/commandContext.ts';
import type { CommandPorts } from '../../kernel/commandPorts.ts';

/** ReceiveContactMessage: what a visitor wrote in the contact form. */
export async function receiveContactMessage(
  ports: CommandPorts,
  message: ContactRequest,
  context: CommandContext,
): Promise<{ readonly contactId: string; readonly chain: CausalChain }> {
  const contactId = deriveId(context, 'contact');
  const phone = message.contact_phone ?? '';
  const { appended } = await ports.execute({
    stream: contactStream(contactId),
    decider: contactDecider,
    command: {
      type: 'ReceiveContactMessage',
      contactId,
      name: message.contact_name,
      email: message.contact_email,
      phone: phone === '' ? null : phone,
      subject: message.contact_subject,
      message: message.contact_message,
    },
    context,
    accounts: [],
  });
  return { contactId, chain: await ports.followUp(appended) };
}

/** MarkContactMessageAnswered. @throws BusinessRefusal 'Contact message not found' (not_found) */
export async function markContactMessageAnswered(
  ports: CommandPorts,
  contactId: string,
  context: CommandContext,
): Promise<CausalChain> {
  const { appended } = await ports.execute({
    stream: contactStream(contactId),
    decider: contactDecider,
    command: { type: 'MarkContactMessageAnswered' },
    context,
    accounts: [],
  });
  return ports.followUp(appended);
}
