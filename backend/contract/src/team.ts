import { z } from 'zod';
import { PASSWORDS_DIFFER } from './passwordsDiffer.ts';
import { dealerRole } from './session.ts';
import { actionReason, emailAddress, nameText, newUsername, password } from './texts.ts';

/** POST /api/team/invitations. */
export const inviteSchema = z.object({
  name: nameText('Name must be at least 2 characters', 2),
  email: emailAddress('Please enter a valid email address'),
  role: dealerRole,
});

/** PATCH /api/team/{id}. */
export const colleagueSchema = z.object({ role: dealerRole });

/** PATCH /api/admin/users/{id}/dealer-role. */
export const dealerRoleSchema = colleagueSchema.extend({ reason: actionReason() });

/** GET /api/team. */
export const teamSchema = z.object({
  people: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      username: z.string(),
      email: z.string(),
      role: dealerRole,
      is_approved: z.boolean(),
      /** The latest sign-ins that are kept, the newest first. */
      sign_ins: z.array(z.object({ at: z.string(), address: z.string() })),
      /** Open sessions, the one used last first. */
      sessions: z.array(z.object({ since: z.string(), used_at: z.string() })),
    }),
  ),
  invitations: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      role: dealerRole,
      expires_at: z.string(),
      is_expired: z.boolean(),
    }),
  ),
});
export type Team = z.infer<typeof teamSchema>;
export type Colleague = Team['people'][number];
export type Invitation = Team['invitations'][number];

export const invitationTokenSchema = z.object({ token: z.string().max(200) });

/** `company`, `name` and `role` only where the link can be used. */
export const invitationLinkSchema = z.object({
  usable: z.boolean(),
  company: z.string().optional(),
  name: z.string().optional(),
  role: dealerRole.optional(),
});

/** POST /api/invitation/accept. */
export const acceptInvitationSchema = invitationTokenSchema.extend({
  name: nameText('Name must be at least 2 characters', 2),
  username: newUsername('Username must be at least 3 characters'),
  password: password(6),
});

/** The form: without the token, which the link brings. */
export const acceptInvitationFormSchema = acceptInvitationSchema
  .omit({ token: true })
  .extend({ confirmPassword: z.string({ error: PASSWORDS_DIFFER.error }) })
  .refine((form) => form.password === form.confirmPassword, PASSWORDS_DIFFER);
