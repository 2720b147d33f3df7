import type { Decider } from '../kernel/decider.ts';
import type { BankFileEvent, BankMapping } from './events.ts';

export interface MapBankFile {
  readonly type: 'MapBankFile';
  readonly fileId: string;
  /** The cells of the header. */
  readonly columns: readonly string[];
  readonly mapping: BankMapping;
}

/** Null until a file with this header was imported. */
export type BankFileState = BankMapping | null;

const isSame = (one: BankFileState, other: BankMapping) =>
  one !== null &&
  (Object.keys(other) as (keyof BankMapping)[]).every(
    (name) => JSON.stringify(one[name]) === JSON.stringify(other[name]),
  );

/** How files with one header are read. */
export const bankFileDecider: Decider<BankFileState, MapBankFile, BankFileEvent> = {
  initialState: null,
  evolve: (_state, { data }) => data.mapping,
  decide: ({ fileId, columns, mapping }, state) =>
    isSame(state, mapping) ? [] : [{ type: 'BankFileMapped', data: { fileId, columns, mapping } }],
};
