import type { SvgIconComponent } from '@mui/icons-material';
import type { ComponentType, LazyExoticComponent } from 'react';
import type { Identifier, RaRecord } from 'react-admin';
import type { AdminAction } from '../canAccess.ts';
import type { AdminDataProvider, Because } from '../providers/dataProvider.ts';
import type { Fact } from '../show/Facts.tsx';

/** What was chosen beside a verb's question: what it adds to the call, and the button's words with it. */
export interface VerbChoice {
  readonly adds: Because;
  readonly label?: string;
}

export interface VerbChoiceProps<R extends RaRecord> {
  readonly record: R;
  /** Null while the choice is not settled: until then the verb can't be confirmed. */
  readonly onChange: (choice: VerbChoice | null) => void;
}

/** An action of the product on a record: what it is called, what is asked before, said after, and which call it is. */
export interface Verb<R extends RaRecord = RaRecord> {
  readonly resource: string;
  readonly action: AdminAction;
  /** On the button. */
  readonly label: string;
  readonly icon: SvgIconComponent;
  /** Takes something away from somebody: shown in the colour of errors. */
  readonly grave: boolean;
  /** The dialog's heading. */
  readonly question: (record: R) => string;
  /** What the record is, so that nobody takes it for another; shown above the consequences. */
  readonly facts?: (record: R) => readonly Fact[];
  /** The dialog asks why, which may be left blank; this stands below the field. */
  readonly why?: string;
  /** The server refuses without a reason: always, or for some records. */
  readonly whyNeeded?: boolean | ((record: R) => boolean);
  /** Drawn below the consequences of one record; its code is fetched when the dialog opens. */
  readonly choice?: LazyExoticComponent<ComponentType<VerbChoiceProps<R>>>;
  /** What one should know of this record before saying yes; null for nothing. */
  readonly warning?: (record: R) => string | null;
  /** The dialog's heading for several records. */
  readonly bulkQuestion: (count: number) => string;
  /** What follows from it, a line each. */
  readonly consequences: readonly string[];
  /** Title of the toast after success (spec 2, section 8). */
  readonly done: string;
  /** What the toast says below its title, from the server's answer. */
  readonly told?: (answer: RaRecord) => string | undefined;
  /** The pages read once more so many milliseconds later, for what follows from it. */
  readonly refetchAfterMs?: number;
  /** Said where the server gave no words (spec 2, section 8). */
  readonly failed: string;
  readonly run: (provider: AdminDataProvider, id: Identifier, because: Because) => Promise<RaRecord>;
}
