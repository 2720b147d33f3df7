import { Box, type BoxProps, Tooltip, Typography } from '@mui/material';
import { csvAmount, LISTS } from '@portal/contract';
import { dollarsFromCents, formatDollars, formatPhone } from '@portal/domain/values';
import { type ReactElement, type ReactNode, type SyntheticEvent, useState } from 'react';
import { DataTable, type RaRecord } from 'react-admin';
import {
  dollarsText,
  localDay,
  modeText,
  momentText,
  NONE,
  showCount,
  showDate,
  showRate,
} from '../../shared/text.ts';
import type { Fact } from '../../shared/ui/Facts.tsx';
import { listNameOf } from '../dataProvider/resourcePaths.ts';
import { Unbroken } from '../kit/parts.tsx';
import { RowLink } from './cards.tsx';

export type Cell = string | number | boolean | null | undefined;

/** A column of the exported file. */
export interface CsvColumn<R> {
  readonly label: string;
  readonly value: (record: R) => Cell;
  /** Summed up at the end of the file. */
  readonly total?: boolean | undefined;
}

/** How a column of these values is aligned and sorted; props of DataTable.Col where it has them. */
interface Layout {
  /** Right-aligned figures. */
  readonly numeric?: boolean;
  /** Never cut: a phone, an id, a date, a status; or its lines are: see {@link Cut}. */
  readonly unbroken?: boolean;
  /** The order of the first click. */
  readonly sortByOrder?: 'ASC' | 'DESC';
}

interface Type extends Layout {
  readonly show: (value: never) => ReactNode;
  /** In a file. */
  readonly csv: (value: never) => Cell;
}

const FIGURE = { numeric: true, sortByOrder: 'DESC' } as const;
const TIME = { unbroken: true, sortByOrder: 'DESC' } as const;
/** An instant in a file, in local time: `2026-07-09 14:30`, which spreadsheets read as a date in every language. */
export const momentCell = (at: string | null) =>
  // Swedish times are written so
  at && new Date(at).toLocaleString('sv', { dateStyle: 'short', timeStyle: 'short' });

const isDay = (value: string) => /^\d{4}-\d\d-\d\d$/.test(value);

const TYPES = {
  /** A day, or the local day of an instant. */
  day: {
    ...TIME,
    show: showDate,
    csv: (at: string | null) => (at && !isDay(at) ? localDay(new Date(at)) : at),
  },
  /** An instant with its time. */
  moment: { ...TIME, show: momentText, csv: momentCell },
  count: { ...FIGURE, show: (count: number | string) => showCount(Number(count)), csv: Number },
  /** Dollars. */
  amount: { ...FIGURE, show: dollarsText, csv: csvAmount },
  /** Dollars that are usually 0, which reads as a dash. */
  rareAmount: {
    numeric: true,
    show: (dollars: number) => (dollars === 0 ? NONE : dollarsText(dollars)),
    csv: csvAmount,
  },
  cents: { ...FIGURE, show: formatDollars, csv: (cents: number) => csvAmount(dollarsFromCents(cents)) },
  /** Dollars per reader per month. */
  rate: { numeric: true, show: (rate: number | null) => showRate(rate), csv: csvAmount },
  phone: {
    unbroken: true,
    show: (phone: string | null) => formatPhone(phone ?? '') || NONE,
    csv: (phone: string | null) => formatPhone(phone ?? ''),
  },
  /** Demo or live. */
  mode: { show: modeText, csv: modeText },
} satisfies Readonly<Record<string, Type>>;

/** A field of a record: its name and looks in tables, on pages and in files. */
export interface FieldOf<R> extends Layout {
  readonly label: string;
  /** Not a column, or one that is hidden until somebody shows it. */
  readonly table?: false | 'hidden';
  /** Above its column, where the label is too long. */
  readonly columnLabel?: string;
  /**
   * An amount that is summed up below the table, by the server over all that the list finds, and at the end of the
   * exported file; `below`: not in the file.
   */
  readonly total?: true | 'below';
  /** Without one the value itself is shown. */
  readonly type?: keyof typeof TYPES;
  /** In place of what the type shows. */
  readonly render?: (record: R) => ReactNode;
  /** In place of what the type puts into a file; false leaves it out. */
  readonly csv?: ((record: R) => Cell) | false;
}

/** The fields of a resource, by source, in the order of the columns and of the exported file. */
export type Fields<R> = { readonly [Source in keyof R & string]?: FieldOf<R> };

export type SourceOf<R> = keyof R & string;

function lookOf<R>(fields: Fields<R>, source: SourceOf<R>) {
  const field = fields[source];
  if (field === undefined) throw new Error(`There is no field "${source}".`);
  const type: Type | undefined = field.type === undefined ? undefined : TYPES[field.type];
  const render = (record: R) => {
    if (field.render !== undefined) return field.render(record);
    return type === undefined ? (record[source] as ReactNode) : type.show(record[source] as never);
  };
  return { ...type, ...field, render };
}

/** The sources of the columns. */
export const sourcesOf = <R,>(fields: Fields<R>) =>
  (Object.keys(fields) as SourceOf<R>[]).filter((source) => fields[source]?.table !== false);

/** Whether any field is summed up. */
export const hasTotals = <R,>(fields: Fields<R>) =>
  (Object.keys(fields) as SourceOf<R>[]).some((source) => isTotal(fields, source));

export const isTotal = <R,>(fields: Fields<R>, source: SourceOf<R>) => fields[source]?.total !== undefined;

/** What the row of totals shows of a field that is summed up: by its type, since what it renders may be of a record. */
export function totalIn<R>(fields: Fields<R>, source: SourceOf<R>, sums: R): ReactNode {
  const { type } = fields[source] ?? {};
  return type === undefined ? null : TYPES[type].show(sums[source] as never);
}

/** The columns that are hidden until somebody shows them. */
export const hiddenIn = <R,>(fields: Fields<R>) =>
  sourcesOf(fields).filter((source) => fields[source]?.table === 'hidden');

/** The columns of a resource's DataTable; the first one links to the record. */
export function columnsOf<R extends RaRecord>(
  fields: Fields<R>,
  sources: readonly SourceOf<R>[],
  resource: string,
) {
  const sorts: readonly string[] = LISTS[listNameOf(resource)].sorts;
  return sources.map((source, index) => {
    const { label, columnLabel, numeric, unbroken, sortByOrder, render } = lookOf(fields, source);
    return (
      <DataTable.Col
        key={source}
        source={source}
        label={columnLabel ?? label}
        align={numeric ? 'right' : 'left'}
        disableSort={!sorts.includes(source)}
        sortByOrder={sortByOrder ?? 'ASC'}
        render={(row) => {
          const record = row as R;
          const shown = index === 0 ? <RowLink record={record}>{render(record)}</RowLink> : render(record);
          return numeric || unbroken ? shown : <div className="cut">{shown}</div>;
        }}
      />
    );
  });
}

export const isNumeric = <R,>(fields: Fields<R>, source: SourceOf<R>) =>
  lookOf(fields, source).numeric === true;

/** What the column of this field shows of a record. */
export const shownIn = <R,>(fields: Fields<R>, source: SourceOf<R>, record: R) =>
  lookOf(fields, source).render(record);

/** Labels for the choice of columns. */
export const columnLabelOf = <R,>(fields: Fields<R>, source: SourceOf<R>): string =>
  fields[source]?.columnLabel ?? fields[source]?.label ?? source;

/** Fields on a record's page. */
export const factsOf = <R,>(fields: Fields<R>, record: R, sources: readonly SourceOf<R>[]): readonly Fact[] =>
  sources.map((source) => {
    const { label, render } = lookOf(fields, source);
    return { label, value: render(record) };
  });

/** The columns of the exported file. */
export function csvColumnsOf<R>(fields: Fields<R>): readonly CsvColumn<R>[] {
  return Object.entries<FieldOf<R> | undefined>(fields).flatMap(([name, field]) => {
    if (field === undefined || field.csv === false) return [];
    const { label, csv, total } = field;
    const type: Type | undefined = field.type === undefined ? undefined : TYPES[field.type];
    const raw = (record: R) => record[name as SourceOf<R>];
    const value =
      csv ?? ((record: R) => (type === undefined ? (raw(record) as Cell) : type.csv(raw(record) as never)));
    return [{ label, value, total: total === true }];
  });
}

/** A line of a table's cell, which ends in an ellipsis where it is too long; see {@link CutTexts}. */
export const Cut = (props: BoxProps) => <Box component="span" className="cut" {...props} />;

/** The second line of a cell. */
export const Below = ({ color = 'text.secondary', children }: Pick<BoxProps, 'color' | 'children'>) => (
  <Cut className="cut below" sx={{ display: 'block', typography: 'body2', color }}>
    {children}
  </Cut>
);

/** An amount of money beside the link of a card. */
export const CardAmount = ({ children }: { readonly children: ReactNode }) => (
  <Typography sx={{ ml: 'auto', fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>{children}</Typography>
);

/** Secondary text of a card. */
export const CardText = ({ children }: { readonly children: ReactNode }) => (
  <Typography variant="body2" color="text.secondary" component="div" sx={{ overflowWrap: 'anywhere' }}>
    <Unbroken text={children} />
  </Typography>
);

const isCut = ({ scrollHeight, clientHeight }: Element) => scrollHeight > clientHeight;

/** The cut lines of the cell under the pointer; by keyboard of the focused row, since most cells have no focus. */
function cutLines({ target, type }: SyntheticEvent): readonly Element[] {
  if (!(target instanceof Element)) return [];
  const isByKeyboard = type === 'focus' && target.matches(':focus-visible');
  const place = target.closest(isByKeyboard ? 'tr' : 'td');
  return place === null ? [] : [...place.querySelectorAll('.cut')].filter(isCut);
}

/** Shows the cut lines of a table whole in a tooltip. */
export function CutTexts({ children }: { readonly children: ReactElement }) {
  const [lines, setLines] = useState<readonly Element[]>([]);
  const [open, setOpen] = useState(false);
  const hide = () => setOpen(false);
  const show = (event: SyntheticEvent) => {
    const cut = cutLines(event);
    setOpen(cut.length > 0);
    // those before stay while the tooltip fades out
    if (cut.length > 0) setLines(cut);
  };
  return (
    <Tooltip
      title={<Box sx={{ whiteSpace: 'pre-line' }}>{lines.map((line) => line.textContent).join('\n')}</Box>}
      open={open}
      onClose={hide}
      onMouseOver={show}
      onFocus={show}
      onBlur={hide}
      describeChild
      disableFocusListener
      disableTouchListener
      slotProps={{ popper: { anchorEl: lines[0] ?? null } }}
    >
      {children}
    </Tooltip>
  );
}
