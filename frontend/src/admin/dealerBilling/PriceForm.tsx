import { Box, TableCell, TableRow, Typography } from '@mui/material';
import { type RateEffect, type RateEffectInput, rateEffectAnswerSchema } from '@portal/contract';
import { addDays, PRICE_NOTICE_DAYS } from '@portal/domain/values';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Field, ReasonField } from '../../shared/form/Field.tsx';
import { useCommand } from '../../shared/http/useCommand.ts';
import { useToday } from '../../shared/session/session.ts';
import { counted, dateText, showRate } from '../../shared/text.ts';
import { Muted } from '../../shared/ui/Muted.tsx';
import { usePortal } from '../dataProvider/index.ts';
import { CommandDialog, type CommandDialogProps } from '../kit/CommandDialog.tsx';
import { RowName, SmallTable, TOTAL_ROW } from '../kit/parts.tsx';
import { ShortNoticeField } from '../kit/rateFields.tsx';

/** Fields that every price form has. */
type PriceValues = FieldValues & { confirm_short_notice?: boolean | undefined; reason?: string | undefined };

/** Of a dialog that shows an effect first. */
interface EffectFormProps<Input extends PriceValues, Output, Asked, Effect>
  extends Omit<CommandDialogProps<Input, Output>, 'firstStep' | 'send' | 'submitLabel'> {
  /** The request for the effect of these values. */
  readonly effectInput: (values: Input) => Asked;
  readonly readEffect: (asked: Asked) => Promise<Effect>;
  /** `focused`: it was requested, so it takes the focus, which else stays in the field. */
  readonly draw: (effect: Effect, focused: boolean) => ReactNode;
  /** Sends the values as they were entered. */
  readonly send: (values: Input) => Promise<unknown>;
}

/**
 * A dialog that changes a price in two steps: it shows the effect on the next invoice, once changed values rest or on
 * request, then saves. Values changed after the first step need their effect shown again.
 */
export function EffectForm<
  Input extends PriceValues,
  Output,
  Asked,
  Effect extends { readonly short_notice: boolean },
>(props: EffectFormProps<Input, Output, Asked, Effect>) {
  const { effectInput, readEffect, draw, send, children, ...dialog } = props;
  const { form } = dialog;
  const shown = effectInput(form.watch());
  const effects = useEffectOf(readEffect, shown, form.formState.isValid);
  const effect = effects.effectOf(shown);
  const isShort = effect?.short_notice === true;
  return (
    <CommandDialog
      {...dialog}
      firstStep={{
        isNext: effect === null,
        asking: effects.busy,
        show: () => effects.ask(shown),
        label: 'Show effect',
        busyLabel: 'Computing...',
      }}
      submitLabel="Save"
      send={() => send(form.getValues())}
    >
      {children}
      <ShortNoticeField needed={isShort} />
      <ReasonField needed={isShort} />
      <Box role="status" sx={UNSEEN}>
        {effect !== null && 'The effect on the next invoice is shown.'}
      </Box>
      {effect !== null && draw(effect, effects.requested)}
    </CommandDialog>
  );
}

interface PriceFormProps<Input extends PriceValues, Output>
  extends Omit<
    EffectFormProps<Input, Output, RateEffectInput, RateEffect>,
    'draw' | 'keepAs' | 'readEffect' | 'refreshes'
  > {
  readonly accountId: string;
}

/** The same for a price of one company. */
export function PriceForm<Input extends PriceValues, Output>(props: PriceFormProps<Input, Output>) {
  const { accountId, ...dialog } = props;
  const portal = usePortal();
  return (
    <EffectForm
      {...dialog}
      keepAs={accountId}
      refreshes={dialog.onDone === undefined}
      readEffect={async (input) => rateEffectAnswerSchema.parse(await portal.rateEffect(accountId, input))}
      draw={(effect, focused) => (
        <EffectTable key={JSON.stringify(effect)} effect={effect} focused={focused} />
      )}
    />
  );
}

const UNSEEN = { position: 'absolute', clipPath: 'inset(50%)' } as const;

/** Long enough to type on, short enough to feel immediate. */
const TYPING_PAUSE_MS = 400;

/** The effect of a price that is not saved yet: of `shown` once it rests, and on request. */
function useEffectOf<Asked, Effect>(
  readEffect: (asked: Asked) => Promise<Effect>,
  shown: Asked,
  isComplete: boolean,
) {
  const { data, variables, isPending, mutate } = useCommand({
    send: readEffect,
    failed: { title: 'Error', fallback: 'The effect on the next invoice could not be computed.' },
  });
  const now = JSON.stringify(shown);
  const asked = JSON.stringify(variables);
  const [unchanged] = useState(now);
  const [requested, setRequested] = useState(false);
  // a refused input is not asked for again
  const isDue = isComplete && !isPending && now !== asked && now !== unchanged;
  useEffect(() => {
    if (!isDue) return;
    const timer = setTimeout(() => {
      setRequested(false);
      mutate(JSON.parse(now));
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [isDue, now, mutate]);
  const ask = (input: Asked) => {
    if (isPending) return;
    setRequested(true);
    mutate(input);
  };
  /** The effect of exactly this input; null where another one was asked for. */
  const effectOf = (input: Asked): Effect | null =>
    data !== undefined && asked === JSON.stringify(input) ? data : null;
  return { busy: isPending, ask, requested, effectOf };
}

/** Most lines shown. */
export const MAX_LINES = 50;

type Line = RateEffect['lines'][number];

const changes = (line: Line) =>
  line.rate_before !== line.rate_after || line.amount_before !== line.amount_after;

interface ChangeProps {
  /** Dollars; null for none. */
  readonly before: number | null;
  readonly after: number | null;
}

/** `before → after`; the amount alone where it does not change. */
export function Change({ before, after }: ChangeProps) {
  if (before === after) return <>{showRate(after)}</>;
  return (
    <>
      <Box component="span" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
        {showRate(before)}
        <span aria-hidden> →</span>
      </Box>{' '}
      <Box component="span" sx={UNSEEN}>
        becomes{' '}
      </Box>
      <strong>{showRate(after)}</strong>
    </>
  );
}

interface EffectFrameProps {
  readonly title: string;
  readonly columns: readonly (string | { readonly figure: string })[];
  readonly shortNotice: boolean;
  /** It was requested, so it takes the focus, which else stays in the field. */
  readonly focused: boolean;
  /** Said above the table. */
  readonly note?: string | undefined;
  readonly children: ReactNode;
}

/** A table of an effect, the totals first. */
export function EffectFrame({ title, columns, shortNotice, focused, note, children }: EffectFrameProps) {
  const place = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => {
    if (!focused) return;
    // an increase with short notice shows its confirmation instead
    place.current?.focus({ preventScroll: shortNotice });
    if (!shortNotice) place.current?.scrollIntoView?.({ block: 'nearest' });
  }, [shortNotice, focused]);
  return (
    <Box ref={place} tabIndex={-1} role="group" aria-labelledby={id} sx={{ outline: 'none' }}>
      <Typography variant="h3" component="h3" id={id} sx={{ mb: 1 }}>
        {title}
      </Typography>
      {note !== undefined && (
        <Typography color="text.secondary" sx={{ mb: 1 }}>
          {note}
        </Typography>
      )}
      <SmallTable label={title} columns={columns} sx={{}}>
        {children}
      </SmallTable>
    </Box>
  );
}

function EffectTable({ effect, focused }: { readonly effect: RateEffect; readonly focused: boolean }) {
  const changed = effect.lines.filter(changes);
  const shown = changed.slice(0, MAX_LINES);
  const others = effect.lines.length - shown.length;
  return (
    <EffectFrame
      title={`Effect on the invoice of ${dateText(effect.invoice_date)}`}
      columns={['Site', { figure: 'Rate' }, { figure: 'Charge' }]}
      shortNotice={effect.short_notice}
      focused={focused}
      note={changed.length === 0 ? 'No change on this invoice.' : undefined}
    >
      <TableRow sx={TOTAL_ROW}>
        <RowName colSpan={2}>Total</RowName>
        <TableCell align="right">
          <Change before={effect.total_before} after={effect.total_after} />
        </TableCell>
      </TableRow>
      {shown.map((line) => (
        <TableRow key={line.site_id}>
          <RowName sx={{ minWidth: 110, overflowWrap: 'anywhere' }}>
            {line.site_name}
            <Muted>{counted(line.readers, 'reader')}</Muted>
          </RowName>
          <TableCell align="right">
            <Change before={line.rate_before} after={line.rate_after} />
          </TableCell>
          <TableCell align="right">
            <Change before={line.amount_before} after={line.amount_after} />
          </TableCell>
        </TableRow>
      ))}
      {others > 0 && (
        <TableRow>
          <TableCell colSpan={3}>
            {others} {changed.length > shown.length ? 'more' : 'unchanged'} {others === 1 ? 'site' : 'sites'}
          </TableCell>
        </TableRow>
      )}
    </EffectFrame>
  );
}

/** First day of a new rate, or blank for at once, with a word about the notice that dealers are promised. */
export function EffectiveFromField() {
  const promised = dateText(addDays(useToday(), PRICE_NOTICE_DAYS));
  return (
    <Field
      name="effective_from"
      label="Effective from (optional)"
      type="date"
      hint={`Leave blank to apply it now. The agreement promises ${PRICE_NOTICE_DAYS} days' notice: ${promised} or later. The dealer is notified by email.`}
    />
  );
}
