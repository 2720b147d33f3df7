import { setTimeout as sleep } from 'node:timers/promises';
import type { Follower } from '../../platform/followers/runFollowers.ts';
import type { BillingPorts } from './ports.ts';
import { nextIssue, reissueInvoice } from './reissue.ts';

/** A request that is not interrupted usually issues within this time; a slower one issues the same invoice. */
const REQUEST_MS = 5_000;

/**
 * Issues the reissues that were requested and not issued, because the portal was stopped in between or the request failed
 * (rule B45), with day, actor and reason of the request. One that can't be issued, e.g. of a company whose data can't be
 * read, is retried, and an alert until it is; the later ones wait for it.
 */
export const interruptedReissues = (ports: BillingPorts): Follower => ({
  name: 'interruptedReissues',
  types: ['InvoiceReissueRequested'],
  async handle({ id, event, metadata }, signal) {
    if (event.type !== 'InvoiceReissueRequested') return;
    const { invoiceId } = event.data;
    const isIssued = async () => (await nextIssue(ports.commands, invoiceId)) !== null;
    if (await isIssued()) return;
    await sleep(REQUEST_MS, undefined, { signal });
    if (await isIssued()) return;
    const { recordedAt: time, actor, correlationId, reason } = metadata;
    await reissueInvoice(ports, invoiceId, { reason }, { id, time, actor, correlationId });
  },
});
