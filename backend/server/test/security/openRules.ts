import { registration } from '../support/testPortal.ts';
import { type AccessRule, rules } from './accessRule.ts';

/** Of the right form, and of nobody. */
export const passkeyAnswer = {
  ...{ id: 'AAAA', rawId: 'AAAA', type: 'public-key', clientExtensionResults: {} },
  response: {
    clientDataJSON: 'e30',
    authenticatorData: 'AAAA',
    signature: 'AAAA',
    attestationObject: 'AAAA',
  },
};

/** Each rule is tried by several askers, and a username is given once. */
let registrations = 0;

/** What anybody may call, signed in or not, and the one call of those who wait for approval. */
export const openRules: readonly AccessRule[] = [
  ...rules('public', [
    ['POST /api/login', { visitor: 401, ask: () => ({ body: { username: 'nobody', password: 'wrong-1' } }) }],
    [
      'POST /api/register',
      {
        visitor: 201,
        ask: () => {
          registrations += 1;
          return { body: registration(`asker${registrations}`) };
        },
      },
    ],
    ['POST /api/login/passkey/options'],
    ['POST /api/login/passkey', { visitor: 401, ask: () => ({ body: { response: passkeyAnswer } }) }],
    ['POST /api/logout'],
    ['POST /api/auth/forgot-password', { ask: () => ({ body: { email: 'nobody@example.com' } }) }],
    ['POST /api/auth/reset-link', { ask: () => ({ body: { token: 'A'.repeat(43) } }) }],
    [
      'POST /api/auth/reset-password',
      { visitor: 422, ask: () => ({ body: { token: 'A'.repeat(43), newPassword: 'secret-2' } }) },
    ],
    ['POST /api/invitation', { ask: () => ({ body: { token: 'A'.repeat(43) } }) }],
    [
      'POST /api/invitation/accept',
      {
        visitor: 422,
        ask: () => ({
          body: { token: 'A'.repeat(43), name: 'Vic', username: 'vic', password: 'secret-2' },
        }),
      },
    ],
    [
      'POST /api/contact',
      {
        visitor: 201,
        ask: () => ({
          body: {
            contact_name: 'Vic',
            contact_email: 'vic@example.com',
            contact_subject: 'other',
            contact_message: 'Hello',
          },
        }),
      },
    ],
    ['GET /healthz'],
    ['GET /readyz'],
    ['GET /metrics'],
    ['GET /api/openapi.json'],
    ['GET /api/docs'],
    ['GET /api/docs/:id', { ask: () => ({ params: { id: 'start.js' } }) }],
  ]),
  ...rules('session', [['GET /api/user']]),
];
