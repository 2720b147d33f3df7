import { eventMetadataSchema, portalEvents } from '@portal/domain';
import { createCodec, createMemoryKeyRing, type KeyRing } from '@portal/event-store';
import type { PortalCodec } from '../src/index.ts';

/** The portal's codec over keys that live as long as the test. */
export function testCodec(keyRing: KeyRing = createMemoryKeyRing()): PortalCodec {
  return createCodec({ definitions: portalEvents, metadataSchema: eventMetadataSchema, keyRing });
}
