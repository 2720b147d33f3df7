import {
  ERASED,
  type EventDefinition,
  type EventMetadata,
  eventMetadataSchema,
  type PortalEvent,
  portalEvents,
} from '@portal/domain';
import { type RecordedEvent, UnreadableEvent } from '@portal/event-store';
import type { PortalCodec, PortalEnvelope } from '../src/index.ts';

const definitions: Readonly<Record<string, EventDefinition | undefined>> = portalEvents;

/** The codec's contract without encryption and upcasting: enough for what projections see. */
export const plainCodec: PortalCodec = {
  async encode(events, ids, metadata) {
    return events.map((event, index) => ({
      id: ids[index] as string,
      type: event.type,
      data: JSON.stringify(event.data),
      metadata: JSON.stringify(metadata),
    }));
  },
  async decode(page, { personal }) {
    return page.flatMap((recorded) => {
      const definition = definitions[recorded.type];
      return definition === undefined ? [] : [decodeOne(recorded, definition, personal)];
    });
  },
};

function decodeOne(recorded: RecordedEvent, definition: EventDefinition, personal: boolean): PortalEnvelope {
  try {
    const data = definition.schema.parse(JSON.parse(recorded.data)) as Record<string, unknown>;
    const metadata: EventMetadata = eventMetadataSchema.parse(JSON.parse(recorded.metadata));
    for (const { fields } of personal ? [] : definition.personal) {
      for (const field of fields) if (data[field] !== undefined && data[field] !== null) data[field] = ERASED;
    }
    const { id, stream, revision, position } = recorded;
    return { id, stream, revision, position, event: { type: recorded.type, data } as PortalEvent, metadata };
  } catch (error) {
    throw new UnreadableEvent(recorded, error instanceof Error ? error.message : String(error), {
      cause: error,
    });
  }
}
