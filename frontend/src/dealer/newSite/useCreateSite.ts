import { type NewSiteRequest, paths } from '@portal/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf, request } from '../../shared/http/http.ts';
import { toast } from '../../shared/toast/toasts.ts';
import type { Step } from '../order/steps.ts';

const FAILED = 'There was a problem submitting your form. Please try again.';
/** The value the product gives its software (spec 1, section 1). */
const SOFTWARE = 'aurora';

const stepsFor = (creation: Pick<Step, 'status' | 'message'>): readonly Step[] => [
  { label: 'Payment Verification', status: 'success' },
  { label: 'Creating Site', ...creation },
];

/** The order as it is sent: counts are text on the wire, hardware is named. */
function payloadOf(site: NewSiteRequest): Readonly<Record<string, unknown>> {
  const hardware = [...(site.ca150_panel ? ['CA 150 Panel'] : []), ...(site.netcom6p ? ['Netcom6P'] : [])];
  return {
    ...site,
    hardware,
    number_of_readers: String(site.number_of_readers),
    number_of_acu_panels: String(site.number_of_acu_panels),
    include_shipping: hardware.length > 0,
    software_version: SOFTWARE,
  };
}

/**
 * Orders a site whose total is 0: payment verification counts as done and the request runs at once (spec 1, section
 * 4, Order payment flow, 2). A second submit while one runs is ignored.
 */
export function useCreateSite() {
  const client = useQueryClient();
  const [steps, setSteps] = useState<readonly Step[] | null>(null);
  const create = useMutation({
    mutationFn: (site: NewSiteRequest) => request('POST', paths.sites, payloadOf(site)),
    onMutate: () => setSteps(stepsFor({ status: 'loading' })),
    onSuccess() {
      setSteps(stepsFor({ status: 'success' }));
      void client.invalidateQueries({ queryKey: [paths.sites] });
    },
    onError(error) {
      const message = messageOf(error, FAILED);
      setSteps(stepsFor({ status: 'error', message }));
      toast({ title: 'Error', description: message, variant: 'destructive' });
    },
  });
  return {
    steps,
    close: () => setSteps(null),
    submit(site: NewSiteRequest, onError: (error: Error) => void) {
      if (!create.isPending && !create.isSuccess) create.mutate(site, { onError });
    },
    pending: create.isPending,
  };
}
