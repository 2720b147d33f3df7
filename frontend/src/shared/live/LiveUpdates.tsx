import { paths } from '@portal/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isLeaving } from '../http/leaving.ts';
import { readAgain } from '../http/queryClient.ts';
import { useUserOrNull } from '../session/session.ts';

/** The topic of a message `{topic, seq}`; null for anything else. */
function topicOf(data: string): string | null {
  const message: unknown = JSON.parse(data);
  if (typeof message !== 'object' || message === null || !('topic' in message)) return null;
  return typeof message.topic === 'string' ? message.topic : null;
}

/** The paths to read again by topic. Users and accounts affect the session's user, and sites by their rates. */
const READS: Readonly<Record<string, readonly string[]>> = {
  sites: [paths.sites, paths.billingSummary],
  users: [paths.user, paths.team, paths.sites, paths.billingSummary],
  accounts: [paths.user, paths.sites, '/api/accounts', paths.billingSummary],
  invoices: [paths.invoices, paths.billingSummary, paths.admin.invoices],
  migrations: [paths.migrations],
  disputes: [paths.disputes],
  orders: [paths.orders],
};

type TopicListener = (topic: string) => void;
const listeners = new Set<TopicListener>();

/** Passes on every topic, and `*` after a reconnection. @returns what stops it */
export function onTopic(listener: TopicListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function announce(topic: string): void {
  for (const listener of listeners) listener(topic);
}

/**
 * Listens to GET /api/events and refetches by topic. After a reconnection everything is read again: messages may have
 * been missed.
 * @param userId of the session, whose events the server sends; null listens to nothing
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
      void readAgain(client, ...(READS[topic] ?? []));
      announce(topic);
    };
    source.onerror = () => {
      broken = true;
      // refused: the session has ended, or its rights have changed
      if (source.readyState === EventSource.CLOSED && !isLeaving())
        void client.invalidateQueries({ queryKey: [paths.user] });
    };
    source.onopen = () => {
      if (broken && !isLeaving()) {
        void client.invalidateQueries();
        announce('*');
      }
      broken = false;
    };
    return () => source.close();
  }, [client, userId]);
}

/** Keeps pages fresh for approved dealers and administrators. */
export function LiveUpdates() {
  const user = useUserOrNull();
  const listens = user !== null && user.second_factor !== 'required' && (user.is_admin || user.is_approved);
  useLiveUpdates(listens ? user.id : null);
  return null;
}
