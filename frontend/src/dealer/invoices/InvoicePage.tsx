import { Box, Button, Typography } from '@mui/material';
import { type InvoiceDetail, type InvoiceItem, paths, type OwnReplay as Replay } from '@portal/contract';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { DifferencesPanel } from '../../parts/invoice/DifferencesPanel.tsx';
import { useInvoice } from '../../parts/invoice/reads.ts';
import { invoicePage } from '../../parts/invoice/texts.ts';
import { useDownload } from '../../shared/http/download.ts';
import { HttpError, read } from '../../shared/http/http.ts';
import { Page, ProblemPage } from '../../shared/layout/Page.tsx';
import { useDealerMay, useUser } from '../../shared/session/session.ts';
import { counted, dollarsText, showCount } from '../../shared/text.ts';
import { Loaded, PageSkeleton } from '../../shared/ui/LoadProblem.tsx';
import { Muted } from '../../shared/ui/Muted.tsx';
import { Notice } from '../../shared/ui/Notice.tsx';
import { InvoicePaper } from './InvoicePaper.tsx';

const PayDialog = lazy(() => import('./PayDialog.tsx'));
const Questions = lazy(() => import('./Questions.tsx'));
const AskDialog = lazy(() => import('./AskDialog.tsx'));

const listOf = (asAdmin: boolean) => (asAdmin ? '/admin-dashboard/invoicing' : '/invoicing');

interface AdminParts {
  readonly AdminTools: ComponentType<{ readonly invoice: InvoiceDetail }>;
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
  return (
    <IssuedInvoice key={`${id} ${pays}`} invoice={invoice.data} asAdmin={asAdmin} pays={pays} {...parts} />
  );
}

interface IssuedInvoiceProps extends AdminParts {
  readonly invoice: InvoiceDetail;
  readonly asAdmin: boolean;
  readonly pays: boolean;
}

function IssuedInvoice({ invoice, asAdmin, pays, AdminTools, CorrectLine }: IssuedInvoiceProps) {
  const navigate = useNavigate();
  const asks = useDealerMay('paying');
  const { busy, start } = useDownload();
  const [paying, setPaying] = useState(pays && invoice.can_pay && !asAdmin);
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
        <DifferencesPanel path={paths.invoiceDifferences(id)} what="invoice" linkTo={invoicePage}>
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

/** Recalculates an invoice from the log on request, and shows why each line is what it is. */
function OwnReplay({ invoiceId }: { readonly invoiceId: string }) {
  const path = paths.invoiceReplay(invoiceId);
  const [asked, setAsked] = useState(false);
  const replay = useQuery({
    queryKey: [path],
    queryFn: () => read(path) as Promise<Replay>,
    enabled: asked,
  });
  return (
    <Box sx={{ px: { xs: 2, sm: 3 }, py: 2, borderTop: 1, borderColor: 'divider' }}>
      {asked ? (
        <Loaded query={replay} problem="The invoice could not be recalculated. Please try again.">
          {(data) => <Lines replay={data} />}
        </Loaded>
      ) : (
        <Button variant="outlined" onClick={() => setAsked(true)}>
          Recalculate from history
        </Button>
      )}
    </Box>
  );
}

function Lines({ replay: { issued, replayed, equal, lines, more } }: { readonly replay: Replay }) {
  return (
    <>
      <Notice tone={equal ? 'success' : 'error'}>
        <strong>
          {equal
            ? 'Verified: recalculated from history, exact match.'
            : 'Mismatch: recalculating from history gives another result. Please contact us.'}
        </strong>{' '}
        Issued {dollarsText(issued)}, recalculated {dollarsText(replayed)}.
      </Notice>
      <Box component="ul" aria-label="Recalculated lines" sx={{ listStyle: 'none', m: 0, mt: 1, p: 0 }}>
        {lines.map(({ name, readers, rate, amount, why }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines hold no state
          <Box component="li" key={index} sx={{ py: 1, overflowWrap: 'anywhere' }}>
            <strong>{name}</strong>:{' '}
            {readers > 0 && rate > 0 && `${counted(readers, 'reader')} × ${dollarsText(rate)} = `}
            {dollarsText(amount)}
            {why.map((text) => (
              <Muted key={text}>{text}</Muted>
            ))}
          </Box>
        ))}
      </Box>
      {more > 0 && (
        <Typography color="text.secondary">{showCount(more)} more lines were checked too.</Typography>
      )}
    </>
  );
}
