import { zodResolver } from '@hookform/resolvers/zod';
import { disputeReplySchema, PLAIN } from '@portal/contract';

/** In a module of its own, which the form loads with the first letter together with zod. */
export const replyResolver = zodResolver(disputeReplySchema, PLAIN);
