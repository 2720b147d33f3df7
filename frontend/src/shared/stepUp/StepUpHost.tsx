import { lazy, Suspense } from 'react';
import { useStepUpAsked } from '../http/stepUp.ts';

const StepUpDialog = lazy(() => import('./StepUpDialog.tsx'));

/** Shows the step-up dialog above everything while a request waits for it. */
export function StepUpHost() {
  const asked = useStepUpAsked();
  return <Suspense fallback={null}>{asked && <StepUpDialog />}</Suspense>;
}
