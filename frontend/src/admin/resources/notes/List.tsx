import type { Note } from '@portal/contract';
import { useSession } from '../../../shared/session/session.ts';
import { CompanyName } from '../../records/links.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { CardText, type Fields, momentCell } from '../../ui/fields.tsx';
import { CompanyFilter, SearchInput } from '../../ui/filterInputs.tsx';
import { List } from '../../ui/List.tsx';
import { NoteActions, SUBJECTS, useNotePath } from './actions.tsx';

/** All internal notes, or those that mention the administrator. */
export default function NoteList() {
  const { user } = useSession();
  const me = user === 'loading' ? '' : (user?.id ?? '');
  const pathOf = useNotePath();
  return (
    <List
      resource="notes"
      title="Notes"
      lead="Internal notes about companies, sites, invoices and questions. Dealers never see them."
      sort={{ field: 'created_at', order: 'DESC' }}
      fields={noteFields}
      tabs={{
        label: 'Notes by mention',
        source: 'mentions',
        tabs: { All: {}, 'Mentioning me': me, Pinned: { pinned: true } },
      }}
      filters={
        <>
          <SearchInput label="Search notes" placeholder="Text or company" />
          <CompanyFilter />
        </>
      }
    >
      <DataTable<Note>
        label="Notes"
        empty="No notes found"
        rowClick={pathOf}
        cardAside="created_at"
        card={(note) => (
          <>
            <CompanyName id={note.account_id} />
            <CardText>{note.text}</CardText>
          </>
        )}
        actions={(note) => <NoteActions note={note} />}
      />
    </List>
  );
}

const nameOf = ({ about, about_name, company_name }: Note) =>
  about === 'company' ? (company_name ?? 'Company') : `${SUBJECTS[about].label} ${about_name ?? ''}`.trim();

const noteFields: Fields<Note> = {
  about: { label: 'About', render: nameOf, csv: nameOf },
  company_name: {
    label: 'Company',
    render: ({ account_id }) => <CompanyName id={account_id} />,
    csv: ({ company_name }) => company_name,
  },
  text: {
    label: 'Note',
  },
  author_name: { label: 'By' },
  pinned: {
    label: 'Pinned',
    csv: ({ pinned }) => (pinned ? 'Yes' : 'No'),
    render: ({ pinned }) => (pinned ? 'Yes' : ''),
  },
  created_at: { label: 'Written', type: 'moment' },
  edited_at: { label: 'Edited', table: false, csv: ({ edited_at }) => momentCell(edited_at) },
};
