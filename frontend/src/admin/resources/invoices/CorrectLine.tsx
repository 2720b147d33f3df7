import EditIcon from '@mui/icons-material/EditOutlined';
import type { InvoiceDetail, InvoiceItem } from '@portal/contract';
import { type ComponentType, useState } from 'react';
import { OpenButton } from '../../kit/ActionButton.tsx';
import { useMay } from '../../kit/access.ts';
import { SubjectContext } from '../../kit/CommandDialog.tsx';
import { type CorrectDialogProps, correctDialogOf } from './CorrectDialogs.tsx';

interface CorrectLineProps {
  readonly invoice: InvoiceDetail;
  readonly item: InvoiceItem;
}

/** Corrects a line of an invoice, where that can be. Works without react-admin, on /invoicing/{id}. */
export default function CorrectLine({ invoice, item }: CorrectLineProps) {
  const { site_id: siteId, site, description, rate_source: rate } = item;
  // kept: it closes after the invoice can no longer be corrected
  const [Dialog, setDialog] = useState<ComponentType<CorrectDialogProps> | null>(null);
  const mayCorrect = useMay('money');
  const Correct = mayCorrect ? correctDialogOf(invoice) : undefined;
  // no added line or amount that was carried over
  const isOfSite = siteId !== null && rate !== null && rate !== 'line';
  if (!isOfSite || (Correct === undefined && Dialog === null)) return null;
  return (
    <>
      <OpenButton
        label="Correct"
        of={site?.site_name || description}
        icon={EditIcon}
        variant="icon"
        onClick={() => setDialog(() => Correct ?? null)}
      />
      {Dialog && (
        <SubjectContext value={{ text: invoice.invoice_number }}>
          <Dialog invoice={invoice} siteId={siteId} onClose={() => setDialog(null)} />
        </SubjectContext>
      )}
    </>
  );
}
