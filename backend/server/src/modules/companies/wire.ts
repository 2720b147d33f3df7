import { type Account, accountSchema } from '@portal/contract';
import { dollarsFromCents } from '@portal/domain/values';
import type { AccountRow } from '@portal/projections';
import { answerFrom } from '../../platform/http/answerFrom.ts';

/** A company, without the card provider's ids. */
export const toAccount = (row: AccountRow): Account =>
  answerFrom(accountSchema, row, {
    default_reader_rate: dollarsFromCents(row.default_reader_rate_cents),
    promotional_reader_rate: dollarsFromCents(row.promotional_rate_cents),
    is_demo_account: row.is_demo,
  });
