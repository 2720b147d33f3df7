import { type Decider, notFound } from '../kernel/decider.ts';
import type { ContactEvent } from './events.ts';

export type ContactCommand =
  | {
      readonly type: 'ReceiveContactMessage';
      readonly contactId: string;
      readonly name: string;
      readonly email: string;
      readonly phone: string | null;
      /** One of the subject options, e.g. `dealer_inquiry` (S1-3). */
      readonly subject: string;
      readonly message: string;
    }
  | { readonly type: 'MarkContactMessageAnswered' };

export type ContactState =
  | { readonly status: 'none' }
  | { readonly status: 'open' | 'answered'; readonly contactId: string };

function decide(command: ContactCommand, state: ContactState): readonly ContactEvent[] {
  switch (command.type) {
    case 'ReceiveContactMessage': {
      const { type: _type, ...data } = command;
      return state.status === 'none' ? [{ type: 'ContactMessageReceived', data }] : [];
    }
    case 'MarkContactMessageAnswered':
      if (state.status === 'none') throw notFound('Contact message not found');
      return state.status === 'answered'
        ? []
        : [{ type: 'ContactMessageAnswered', data: { contactId: state.contactId } }];
  }
}

function evolve(state: ContactState, event: ContactEvent): ContactState {
  switch (event.type) {
    case 'ContactMessageReceived':
      return { status: 'open', contactId: event.data.contactId };
    case 'ContactMessageAnswered':
      return state.status === 'none' ? state : { ...state, status: 'answered' };
  }
}

/** A message from the contact form, until it is answered. */
export const contactDecider: Decider<ContactState, ContactCommand, ContactEvent> = {
  initialState: { status: 'none' },
  evolve,
  decide,
};
