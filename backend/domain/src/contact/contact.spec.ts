import { describe, it } from 'vitest';
import { given } from '../../test/given.ts';
import { contactDecider } from './contact.ts';
import type { ContactEvent } from './events.ts';

const message = {
  contactId: 'c1',
  name: 'Vic Visitor',
  email: 'vic@example.com',
  phone: null,
  subject: 'new_site',
  message: 'Hello',
};
const receive = { type: 'ReceiveContactMessage', ...message } as const;
const answer = { type: 'MarkContactMessageAnswered' } as const;
const received: ContactEvent = { type: 'ContactMessageReceived', data: message };
const answered: ContactEvent = { type: 'ContactMessageAnswered', data: { contactId: 'c1' } };

describe('a contact message', () => {
  it('is received', () => given(contactDecider).when(receive).thenEvents(received));
  it('received twice yields no event', () => given(contactDecider, received).when(receive).thenNothing());
  it('is answered', () => given(contactDecider, received).when(answer).thenEvents(answered));
  it('answered twice yields no event', () =>
    given(contactDecider, received, answered).when(answer).thenNothing());
  it('that was never received can not be answered', () =>
    given(contactDecider).when(answer).thenRefused('not_found', 'Contact message not found'));
});
