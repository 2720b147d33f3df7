import { formatDollars } from '@portal/domain/values';
import type { ErasurePreview, OpenMoney } from './erasure.ts';

/** Amounts in words, e.g. '$195.00 is open' and '$5.00 of credit is unused in demo mode'. */
export const openMoneyParts = (money: readonly OpenMoney[]): readonly string[] =>
  money.flatMap(({ is_demo, open_cents: open, credit_cents: credit }) => {
    const mode = is_demo ? ' in demo mode' : '';
    return [
      ...(open > 0 ? [`${formatDollars(open)} is open${mode}`] : []),
      ...(credit > 0 ? [`${formatDollars(credit)} of credit is unused${mode}`] : []),
    ];
  });

/** What erasing a company's last user leaves without recipient, one sentence for each company that has money. */
export const openMoneyWarnings = ({
  companies,
  is_deleted: isDeleted,
}: Pick<ErasurePreview, 'is_deleted'> & {
  readonly companies: readonly Pick<ErasurePreview['companies'][number], 'name' | 'open_money'>[];
}): readonly string[] =>
  companies
    .filter(({ open_money }) => open_money.length > 0)
    .map(
      ({ name, open_money: money }) =>
        `This ${isDeleted ? 'was' : 'is'} the last user of ${name}. ` +
        `${openMoneyParts(money).join(', ')} and nobody will be told of it.`,
    );
