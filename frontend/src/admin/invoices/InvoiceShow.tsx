import PdfIcon from '@mui/icons-material/PictureAsPdfOutlined';
import { Box, Button, Typography } from '@mui/material';
import { type InvoiceDetail, paths } from '@portal/contract';
import { formatMonth } from '../formatMonth.ts';
import { TimelineTab } from '../kit/History.tsx';
import { useReadAnew } from '../kit/live.ts';
import { PageTabs, RecordPage } from '../kit/RecordPage.tsx';
import { InvoiceStatus } from '../records/states.tsx';
import InvoiceTools from './dialogs/InvoiceTools.tsx';
import { InvoiceFacts } from './InvoiceFacts.tsx';
import { InvoiceItems } from './InvoiceItems.tsx';

/** One invoice as it was issued, what was done with it since, and its verbs. */
export default function InvoiceShow() {
  // the list's rows hold no lines
  useReadAnew('invoices');
  return (
    <RecordPage<InvoiceDetail>
      listLabel="Invoices"
      missing="Invoice not found"
      title={(invoice) => invoice.invoice_number}
      lead={(invoice) => (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
          <InvoiceStatus invoice={invoice} />
          <Typography component="span">{formatMonth(invoice.period)}</Typography>
        </Box>
      )}
      actions={(invoice) => (
        <Button
          size="small"
          variant="outlined"
          startIcon={<PdfIcon />}
          href={paths.admin.invoicePdf(invoice.id)}
          download
        >
          Download PDF
        </Button>
      )}
    >
      {(invoice) => (
        <>
          <InvoiceTools invoice={invoice} />
          <PageTabs
            label="Parts of this invoice"
            tabs={[
              {
                key: 'details',
                label: 'Invoice',
                content: (
                  <Box sx={{ p: 3 }}>
                    <InvoiceFacts invoice={invoice} />
                    <InvoiceItems invoice={invoice} />
                  </Box>
                ),
              },
              { key: 'history', label: 'History', content: <TimelineTab kind="invoice" id={invoice.id} /> },
            ]}
          />
        </>
      )}
    </RecordPage>
  );
}
