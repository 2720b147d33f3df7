import type { Account } from '@portal/contract';
import { useReference } from 'react-admin';
import { NONE } from '../format.ts';
import { RecordLink } from '../list/RecordLink.tsx';

/** A company's name as a link; all the names of a page are read in one request. */
export function CompanyName({ id }: { readonly id: string | null }) {
  const { referenceRecord, isPending } = useReference<Account>({
    reference: 'companies',
    id: id ?? '',
    options: { enabled: id !== null },
  });
  if (referenceRecord === undefined) return id !== null && isPending ? '…' : NONE;
  return (
    <RecordLink resource="companies" id={referenceRecord.id}>
      {referenceRecord.company_name || referenceRecord.name}
    </RecordLink>
  );
}
