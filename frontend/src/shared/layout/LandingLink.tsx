import { useEffect } from 'react';
import { leaveFor } from '../http/leaveFor.ts';
import { PageSpinner } from './PageSpinner.tsx';

/** The landing page is a document of its own: whoever is sent to / by the router gets it with a full load. */
export function LandingLink() {
  useEffect(() => leaveFor(`/${location.hash}`), []);
  return <PageSpinner />;
}
