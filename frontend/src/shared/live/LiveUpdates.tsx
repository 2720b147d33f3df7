import { paths } from '@portal/contract';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isLeaving } from '../http/leaving.ts';
import { useSession } from '../session/session.ts';

/** The topic of a message `{topic, seq}`, null where it is none. */
function topicOf(data: string): string | null {
  const message: unknown = JSON.parse(data);
  if (typeof message !== 'object' || message === null || !('topic' in message)) return null;
  return typeof message.topic === 'string' ? message.topic : null;
}

/**
 * What a topic touches, by the paths that queries read. The session's user is read anew with users and accounts, so are
 * sites, whose rates are the company's.
 */
const READS: Readonly<Record<string, readonly string[]>> = {
  sites: [paths.sites, paths.billingSummary],
  users: [paths.user, paths.sites, paths.billingSummary],
  accounts: [paths.user, paths.sites, '/api/accounts', paths.billingSummary],
  invoices: [paths.invoices, paths.billingSummary, paths.admin.invoices],
  migrations: [paths.migrations],
  disputes: [paths.disputes],
  orders: [paths.orders],
};

type TopicListener = (topic: string) => void;
const listeners = new Set<TopicListener>();

/** Hears every topic, and `*` after a break in the connection; for areas that refetch in their own way. Answers what stops it. */
export function onTopic(listener: TopicListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function announce(topic: string): void {
  for (const listener of listeners) listener(topic);
}

function invalidate(client: QueryClient, topic: string): void {
  for (const path of READS[topic] ?? []) {
    void client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith(path) });
  }
}

/**
 * Listens to GET /api/events and refetches what a message's topic touches; messages carry `{topic, seq}` and no
 * data. After a break in the connection everything is read again, since messages may have been missed.
 * @param userId whose changes are told, null for nobody's; another user is told others
 */
function useLiveUpdates(userId: string | null): void {
  const client = useQueryClient();
  useEffect(() => {
    if (userId === null || typeof EventSource === 'undefined') return;
    const source = new EventSource(paths.events, { withCredentials: true });
    let broken = false;
    source.onmessage = (event: MessageEvent<string>) => {
      const topic = topicOf(event.data);
      if (topic === null || isLeaving()) return;
      invalidate(client, topic);
      announce(topic);
    };
    source.onerror = () => {
      broken = true;
      // refused for good: the session is over, or its rights are others
      if (source.readyState === EventSource.CLOSED && !isLeaving())
        void client.invalidateQueries({ queryKey: [paths.user] });
    };
    source.onopen = () => {
      if (broken) {
        void client.invalidateQueries();
        announce('*');
      }
      broken = false;
    };
    return () => source.close();
  }, [client, userId]);
}

/** Keeps open pages fresh for those who may listen: approved dealers and administrators. */
export function LiveUpdates() {
  const { user } = useSession();
  const listens =
    user !== null &&
    user !== 'loading' &&
    user.second_factor !== 'required' &&
    (user.is_admin || user.is_approved);
  useLiveUpdates(listens ? user.id : null);
  return null;
}
