import { eventMetadataSchema, portalEvents } from '@portal/domain';
import { createCodec, createMemoryKeyRing, type KeyRing } from '@portal/event-store';
import type { PortalCodec } from '../src/index.ts';

/** The portal's codec with keys in memory. */
export function testCodec(keyRing: KeyRing = createMemoryKeyRing()): PortalCodec {
  return createCodec({ definitions: portalEvents, metadataSchema: eventMetadataSchema, keyRing });
}
