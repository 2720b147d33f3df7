import { notFound } from '@portal/domain';
import { type AccountRow, accountById } from '@portal/projections';
import type { ReadPorts } from '../../platform/readPorts.ts';

/** @param id null for a user without company. @throws BusinessRefusal 'Company not found' (not_found) */
export async function companyRow(
  ports: Pick<ReadPorts, 'db' | 'today'>,
  id: string | null,
): Promise<AccountRow> {
  const row = id === null ? null : await accountById(ports.db, id, ports.today());
  if (row === null) throw notFound('Company not found');
  return row;
}
