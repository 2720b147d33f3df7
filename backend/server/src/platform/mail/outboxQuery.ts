import {
  column,
  type ListDefinition,
  type ListPage,
  type ListQuery,
  type Queryable,
  type RowOf,
  readList,
} from '@portal/projections';
import type { Attachment } from './outbox.ts';
import { OUTBOX_TABLE } from './outboxTable.ts';

const { boolean, instant, integer, json, optional, readAs, text } = column;

const columns = {
  id: readAs(text, 't.id::text'),
  kind: text,
  recipient: text,
  subject: text,
  status: text,
  attempts: integer,
  last_error: optional(text),
  user_id: optional(text),
  created_at: instant,
  next_attempt_at: optional(instant),
  sent_at: optional(instant),
  is_secret: boolean,
};
const detailColumns = {
  ...columns,
  html: optional(text),
  text: optional(text),
  attachments: json<readonly Attachment[]>(),
};

export type OutboxRow = RowOf<typeof columns>;
export type OutboxDetailRow = RowOf<typeof detailColumns>;

const definition: ListDefinition<typeof columns> = {
  columns,
  view: OUTBOX_TABLE,
  defaultSort: ['created_at', 'DESC'],
};

/** The outbox, the newest mail first. @throws InvalidListQuery */
export function listMails(db: Queryable, query: ListQuery): Promise<ListPage<OutboxRow>> {
  return readList(db, definition, query);
}

/** One mail with its content; null for none. */
export async function mailById(db: Queryable, id: string): Promise<OutboxDetailRow | null> {
  const { rows } = await readList(db, { ...definition, columns: detailColumns }, { filter: { id } });
  return rows[0] ?? null;
}
