import type { EventMetadata, PortalEvent } from '@portal/domain';
import { type Codec, type RecordedEvent, UnreadableEvent } from '@portal/event-store';
import type { PortalEnvelope } from './definition.ts';

export type PortalCodec = Codec<PortalEvent, EventMetadata>;

/** A decoded page by event id: envelopes, and reasons for unreadable events. */
export interface DecodedEvents {
  readonly readable: ReadonlyMap<string, PortalEnvelope>;
  readonly unreadable: ReadonlyMap<string, string>;
}

/** Decodes a page without failing at unreadable events. */
export async function decodeEach(
  codec: PortalCodec,
  events: readonly RecordedEvent[],
  personal: boolean,
): Promise<DecodedEvents> {
  const readable = new Map<string, PortalEnvelope>();
  const unreadable = new Map<string, string>();
  const decodeAll = async (page: readonly RecordedEvent[]): Promise<void> => {
    let rest = page;
    while (rest.length > 0) {
      try {
        for (const envelope of await codec.decode(rest, { personal })) readable.set(envelope.id, envelope);
        return;
      } catch (error) {
        if (!(error instanceof UnreadableEvent)) throw error;
        const at = rest.findIndex(({ id }) => id === error.recorded.id);
        if (at === -1) throw error;
        unreadable.set(error.recorded.id, error.message);
        await decodeAll(rest.slice(0, at));
        rest = rest.slice(at + 1);
      }
    }
  };
  await decodeAll(events);
  return { readable, unreadable };
}
