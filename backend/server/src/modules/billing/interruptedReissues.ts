import { setTimeout as sleep } from 'node:timers/promises';
import type { Follower } from '../../platform/followers/runFollowers.ts';
import type { BillingPorts } from './ports.ts';
import { nextIssue, reissueInvoice } from './reissue.ts';

/** In this time a request itself issues what it requested. */
const REQUEST_MS = 5_000;

/**
 * Issues the reissues that were requested and not issued, as when the portal was stopped in between (rule B45). They are
 * dated and signed as the request was. One that can't be issued, as of a company whose data can't be read, holds the
 * others until then, and is an alert.
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
