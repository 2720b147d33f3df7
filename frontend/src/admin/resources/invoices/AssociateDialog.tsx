import { Button, DialogActions, DialogContent } from '@mui/material';
import { type InvoiceDetail, paths, siteSchema, updateInvoiceSiteSchema } from '@portal/contract';
import { useQuery } from '@tanstack/react-query';
import { FormProvider } from 'react-hook-form';
import { refreshInvoices } from '../../../parts/invoice/reads.ts';
import { Field } from '../../../shared/form/Field.tsx';
import { DialogFrame } from '../../../shared/form/FormDialog.tsx';
import { useZodForm } from '../../../shared/form/useZodForm.ts';
import { read } from '../../../shared/http/http.ts';
import { LoadProblem } from '../../../shared/ui/LoadProblem.tsx';
import { RowsSkeleton } from '../../../shared/ui/Skeletons.tsx';
import { usePost } from '../../kit/usePost.ts';

const SELECT_A_SITE = 'Please select a site';

interface AssociateDialogProps {
  readonly invoice: Pick<InvoiceDetail, 'id' | 'account_id'>;
  readonly onClose: () => void;
}

/** The sites of the invoice's account, by name. */
function useAccountSites(accountId: string) {
  const query = new URLSearchParams({
    filter: JSON.stringify({ account_id: accountId }),
    sort: '["site_name","ASC"]',
  });
  const path = `${paths.admin.sites}?${query}`;
  return useQuery({
    queryKey: [path],
    queryFn: async () => siteSchema.array().parse(await read(path)),
  });
}

/** Associate with Site (S2-2, S2-5; rule B28): sets the site of an invoice's items. */
export default function AssociateDialog({ invoice, onClose }: AssociateDialogProps) {
  const sites = useAccountSites(invoice.account_id);
  const form = useZodForm(updateInvoiceSiteSchema, { invoiceId: invoice.id, siteId: '' });
  const { busy, send } = usePost(form, {
    path: paths.admin.updateInvoiceSite,
    done: 'Invoice updated',
    failed: 'Failed to update invoice site association',
    refresh: refreshInvoices,
    onDone: onClose,
  });
  const chosen = form.watch('siteId') !== '';
  return (
    <DialogFrame title="Associate with Site" onClose={onClose}>
      <FormProvider {...form}>
        <form noValidate onSubmit={form.handleSubmit(send)}>
          <DialogContent>
            {sites.isPending && <RowsSkeleton rows={1} />}
            {sites.isError && <LoadProblem text="Failed to fetch sites" onRetry={sites.refetch} />}
            {sites.data && (
              <Field
                name="siteId"
                label="Site"
                blank="Select a site"
                options={sites.data.map(({ id, site_name }) => ({ value: id, label: site_name }))}
                hint={chosen ? undefined : SELECT_A_SITE}
                required
              />
            )}
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="contained" disabled={!chosen} aria-disabled={!chosen || busy}>
              {busy ? 'Updating...' : 'Update'}
            </Button>
          </DialogActions>
        </form>
      </FormProvider>
    </DialogFrame>
  );
}
