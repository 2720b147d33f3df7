import { Box, Stack, Typography } from '@mui/material';
import { type Account, accountSchema, billingDetailsSchema, paths } from '@portal/contract';
import { useQuery } from '@tanstack/react-query';
import { Field, FieldGrid } from '../../shared/form/Field.tsx';
import { Form, SubmitButton, useZodForm } from '../../shared/form/Form.tsx';
import { request } from '../../shared/http/http.ts';
import { readQuery } from '../../shared/http/queryClient.ts';
import { useCommand } from '../../shared/http/useCommand.ts';
import { Loaded } from '../../shared/ui/LoadProblem.tsx';

/** What the company's invoices say and who gets them beside its users. */
export function BillingDetails({ accountId }: { readonly accountId: string }) {
  const company = useQuery(readQuery(paths.account(accountId), accountSchema));
  return (
    <Box
      component="section"
      aria-labelledby="billing-details"
      sx={{ mt: 4, pt: 3, borderTop: 1, borderColor: 'divider' }}
    >
      <Typography variant="h2" id="billing-details" sx={{ mb: 2 }}>
        Invoices
      </Typography>
      <Loaded query={company} problem="Your billing details could not be read.">
        {(read) => <BillingForm company={read} />}
      </Loaded>
    </Box>
  );
}

function BillingForm({ company }: { readonly company: Account }) {
  const { billing_contact, invoice_emails, po_number } = company;
  const form = useZodForm(billingDetailsSchema, { billing_contact, invoice_emails, po_number });
  const path = paths.account(company.id);
  const save = useCommand<object>({
    send: (body) => request('PATCH', path, body),
    refresh: (client) => client.invalidateQueries({ queryKey: [path] }),
    done: { title: 'Billing Updated', description: 'Your billing details have been saved.' },
    failed: { title: 'Update Failed', fallback: 'Failed to update billing details' },
  });
  return (
    <Form form={form} label="Billing" call={save} keepAs="Billing details">
      <Stack spacing={2.5}>
        <FieldGrid>
          <Field name="billing_contact" label="Billing contact" hint="The name on your invoices." />
          <Field name="po_number" label="PO number" hint="Printed on invoices from now on." />
        </FieldGrid>
        <Field
          name="invoice_emails"
          label="Further invoice recipients"
          hint="Up to five email addresses, separated by commas. They get all emails about invoices."
        />
        <SubmitButton busy={save.isPending} busyLabel="Updating..." sx={{ alignSelf: 'flex-start' }}>
          Save Billing Details
        </SubmitButton>
      </Stack>
    </Form>
  );
}
