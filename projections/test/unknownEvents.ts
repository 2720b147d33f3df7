import type { EventToAppend } from '@portal/event-store';
import { v7 as uuidv7 } from 'uuid';
import { metadataFor } from './history.ts';

/** An event of a type that no projection knows. */
export const anUnknownEvent = (): EventToAppend => ({
  id: uuidv7(),
  type: 'NobodyKnows',
  data: '{}',
  metadata: JSON.stringify(metadataFor([])),
});
