import { Box, Button } from '@mui/material';
import { type InvoiceDetail, type InvoiceItem, paths } from '@portal/contract';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { DifferencesPanel } from '../../parts/invoice/DifferencesPanel.tsx';
import { useInvoice } from '../../parts/invoice/reads.ts';
import { useDownload } from '../../shared/http/download.ts';
import { HttpError } from '../../shared/http/http.ts';
import { Page } from '../../shared/layout/Page.tsx';
import { useDealerMay, useUser } from '../../shared/session/session.ts';
import { PageSkeleton } from '../../shared/ui/LoadProblem.tsx';
import { InvoicePaper } from './InvoicePaper.tsx';
import { OwnReplay } from './OwnReplay.tsx';
import { ProblemPage } from './ProblemPage.tsx';

const PayDialog = lazy(() => import('./PayDialog.tsx'));
const Questions = lazy(() => import('./Questions.tsx'));
const AskDialog = lazy(() => import('./AskDialog.tsx'));

const listOf = (asAdmin: boolean) => (asAdmin ? '/admin-dashboard/invoicing' : '/invoicing');

interface AdminParts {
  /** An administrator's actions. */
  readonly AdminTools: ComponentType<{ readonly invoice: InvoiceDetail }>;
  /** An administrator's action on a line. */
  readonly CorrectLine: ComponentType<{ readonly invoice: InvoiceDetail; readonly item: InvoiceItem }>;
}

/** /invoicing/{id}, /invoices/{id} and /invoices/{id}/pay, which opens the payment at once (S2-2). */
export function InvoicePage(parts: AdminParts) {
  const { id = '' } = useParams();
  const { is_admin: asAdmin } = useUser();
  const { pathname } = useLocation();
  const invoice = useInvoice(id, asAdmin);
  if (invoice.isError) {
    const { error } = invoice;
    const isMissing = error instanceof HttpError && [400, 404].includes(error.status);
    return (
      <ProblemPage
        title="Error Loading Invoice"
        lead={isMissing ? 'Invoice not found' : 'The invoice could not be read. Please try again.'}
        back={{ to: listOf(asAdmin), label: 'Return to Invoicing' }}
        onRetry={isMissing ? undefined : () => void invoice.refetch()}
      />
    );
  }
  if (!invoice.data) return <PageSkeleton width="md" />;
  const pays = /\/pay\/?$/i.test(pathname);
  return <Loaded key={`${id} ${pays}`} invoice={invoice.data} asAdmin={asAdmin} pays={pays} {...parts} />;
}

interface LoadedProps extends AdminParts {
  readonly invoice: InvoiceDetail;
  readonly asAdmin: boolean;
  readonly pays: boolean;
}

function Loaded({ invoice, asAdmin, pays, AdminTools, CorrectLine }: LoadedProps) {
  const navigate = useNavigate();
  const asks = useDealerMay('paying');
  const { busy, start } = useDownload();
  const [paying, setPaying] = useState(pays && invoice.can_pay && !asAdmin);
  /** The line of the open question. */
  const [asking, setAsking] = useState<InvoiceItem | null>(null);
  const { id, invoice_number: number } = invoice;
  const pdf = asAdmin ? paths.admin.invoicePdf(id) : paths.invoicePdf(id);
  return (
    <Page
      title={`Invoice ${number}`}
      width="md"
      lead={
        <Button component={Link} to={listOf(asAdmin)} size="small" className="no-print" sx={{ ml: -1.5 }}>
          Back to Invoicing
        </Button>
      }
      actions={
        <Box className="no-print" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <Button variant="outlined" onClick={() => window.print()}>
            Print
          </Button>
          <Button variant="outlined" aria-disabled={busy} onClick={() => start(pdf, `${number}.pdf`)}>
            Download PDF
          </Button>
        </Box>
      }
    >
      {asAdmin && (
        <Suspense>
          <AdminTools invoice={invoice} />
        </Suspense>
      )}
      <Box className="no-print" sx={{ mb: 3 }}>
        <DifferencesPanel
          path={paths.invoiceDifferences(id)}
          what="invoice"
          linkTo={(before) => `/invoicing/${encodeURIComponent(before)}`}
        >
          <OwnReplay invoiceId={id} />
        </DifferencesPanel>
      </Box>
      <InvoicePaper
        invoice={invoice}
        asAdmin={asAdmin}
        onPay={() => setPaying(true)}
        lineAction={(item) =>
          asAdmin ? (
            <CorrectLine invoice={invoice} item={item} />
          ) : !asks ? null : (
            <Button
              size="small"
              sx={{ py: 0.25, ml: { xs: -1.5, sm: 0 }, whiteSpace: 'nowrap' }}
              onClick={() => setAsking(item)}
            >
              Question this charge
            </Button>
          )
        }
      />
      {!asAdmin && (
        <div className="no-print">
          <Suspense>
            <Questions invoiceId={id} />
          </Suspense>
        </div>
      )}
      <Suspense>
        {asking !== null && <AskDialog invoiceId={id} item={asking} onClose={() => setAsking(null)} />}
        {paying && (
          <PayDialog
            invoices={[invoice]}
            onClose={() => setPaying(false)}
            onPaid={() => void navigate('/invoicing')}
          />
        )}
      </Suspense>
    </Page>
  );
}
