import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

/**
 * Forgets what was read of a resource before this page opened, for one that no event of the stream tells about: the
 * outbox changes while mails are sent. To be called before the page's own reads.
 */
export function useReadAnew(resource: string): void {
  const queryClient = useQueryClient();
  // in an initializer, so that it happens once and before the reads below it begin
  useState(() => queryClient.removeQueries({ queryKey: [resource], type: 'inactive' }));
}
