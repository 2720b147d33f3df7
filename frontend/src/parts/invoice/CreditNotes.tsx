import { Link } from '@mui/material';
import { CREDIT_NOTE_NAMES, type InvoiceCreditNote, paths } from '@portal/contract';
import { dateText, dollarsText } from '../../shared/text.ts';

interface CreditNoteLineProps {
  readonly note: InvoiceCreditNote;
  readonly asAdmin: boolean;
}

/** `CN-202612-0001 of Dec 20, 2026: Refund of $13.00.`, with its PDF behind the number. */
export function CreditNoteLine({ note, asAdmin }: CreditNoteLineProps) {
  const { id, day, kind, amount, failed } = note;
  return (
    <>
      <Link
        href={asAdmin ? paths.admin.creditNotePdf(id) : paths.creditNotePdf(id)}
        aria-label={`${id} as PDF`}
        download
        sx={{ whiteSpace: 'nowrap' }}
      >
        {id}
      </Link>{' '}
      of {dateText(day)}: {CREDIT_NOTE_NAMES[kind]} of {dollarsText(amount)}
      {failed ? ', which failed.' : '.'}
    </>
  );
}
