import { Box, Paper, Popper } from '@mui/material';
import { visuallyHidden } from '@mui/utils';
import { MONTHS } from '@portal/domain/values';
import { Fragment, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { addMonths } from '../../shared/text.ts';

/** A value of a month, as the card of the month shows it. */
interface ChartValue {
  readonly label: string;
  readonly color: string;
  readonly value: number;
  /** That of the same month a year earlier; undefined where it is unknown. */
  readonly before?: number | undefined;
  /** The address of the records behind the value; undefined for none. */
  readonly to?: string | undefined;
}

/** Indexes of a month and of one of its values. */
interface ChartPoint {
  readonly month: number;
  readonly place: number;
}

/** In pixels of the SVG. */
interface ChartArea {
  readonly x: number;
  readonly width: number;
}

interface DrawnWith {
  /** Null while no card is open. */
  readonly shown: ChartPoint | null;
  /** What is pointed at and pressed: an area for each value of a month. */
  readonly areasOf: (
    month: number,
    areas: readonly ChartArea[],
    rows: { readonly y: number; readonly height: number },
  ) => ReactNode;
}

interface ChartFrameProps {
  readonly label: string;
  /** `2026-12`, ascending. */
  readonly months: readonly string[];
  readonly valuesOf: (month: number) => readonly ChartValue[];
  readonly format: (value: number) => string;
  /** Index of the first month that is no fact yet, and the word for such months. */
  readonly expected: { readonly from: number; readonly word: string };
  /** The SVG. */
  readonly children: (drawn: DrawnWith) => ReactNode;
}

const monthOf = (period: string) => MONTHS[Number(period.slice(5)) - 1] ?? period;
export const shortMonth = (period: string) => `${monthOf(period)} ${period.slice(0, 4)}`;

const CHANGE = new Intl.NumberFormat('en-US', {
  style: 'percent',
  signDisplay: 'exceptZero',
  maximumFractionDigits: 0,
});
/** `+12%`; empty without a value to compare with. */
const changeOf = ({ value, before }: ChartValue) => (before ? CHANGE.format(value / before - 1) : '');

/**
 * Opens a card with the values of a month and of the same month a year before, by pointer or arrow keys, and the records
 * behind a value by a click or Enter.
 */
export function ChartFrame({ label, months, valuesOf, format, expected, children }: ChartFrameProps) {
  const navigate = useNavigate();
  const help = useId();
  const frame = useRef<HTMLDivElement>(null);
  const byTouch = useRef(false);
  const [open, setOpen] = useState(false);
  const [point, setPoint] = useState<ChartPoint>({ month: expected.from - 1, place: 0 });
  const last = months.length - 1;
  const month = Math.max(0, Math.min(point.month, last));
  const values = valuesOf(month);
  const place = Math.min(point.place, values.length - 1);
  const chosen = values[place];
  const show = (next: ChartPoint) => {
    setPoint(next);
    setOpen(true);
  };
  // also while the chart has no focus (WCAG 1.4.13)
  useEffect(() => {
    if (!open) return;
    const close = ({ key }: globalThis.KeyboardEvent) => key === 'Escape' && setOpen(false);
    document.addEventListener('keydown', close);
    return () => document.removeEventListener('keydown', close);
  }, [open]);

  const onKeyDown = (event: KeyboardEvent) => {
    const to: Readonly<Record<string, ChartPoint>> = {
      ArrowLeft: { month: Math.max(0, month - 1), place },
      ArrowRight: { month: Math.min(last, month + 1), place },
      Home: { month: 0, place },
      End: { month: last, place },
      ArrowUp: { month, place: Math.max(0, place - 1) },
      ArrowDown: { month, place: Math.min(values.length - 1, place + 1) },
    };
    const next = to[event.key];
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (next !== undefined) show(next);
    else if (event.key === 'Enter' && open && chosen?.to !== undefined) void navigate(chosen.to);
    else return;
    event.preventDefault();
  };

  const title = `${shortMonth(months[month] ?? '')}${month < expected.from ? '' : ` (${expected.word})`}`;
  const yearBefore = shortMonth(addMonths(months[month] ?? '', -12));
  const said = values.map((one) => {
    const before = one.before === undefined ? '' : ` (${yearBefore}: ${format(one.before)})`;
    return `${one.label} ${format(one.value)}${before}`;
  });
  const opens = chosen?.to === undefined ? '' : ` Enter opens the records of ${chosen.label}.`;

  return (
    <>
      <Box
        ref={frame}
        role="application"
        aria-roledescription="chart"
        aria-label={label}
        aria-describedby={help}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && setOpen(true)}
        onBlur={() => setOpen(false)}
        onPointerDown={({ pointerType }) => {
          byTouch.current = pointerType === 'touch';
        }}
        onPointerLeave={({ pointerType }) => pointerType !== 'touch' && setOpen(false)}
        sx={{
          '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 0 },
          borderRadius: 1,
        }}
      >
        {children({
          shown: open ? { month, place } : null,
          areasOf: (index, areas, rows) => (
            <g data-month={index}>
              {areas.map((area, at) => {
                const here = { month: index, place: at };
                const isShown = open && month === index && place === at;
                const to = valuesOf(index)[at]?.to;
                const rect = <rect {...area} {...rows} fill="transparent" />;
                return (
                  <g
                    key={area.x}
                    onPointerEnter={({ pointerType }) => pointerType !== 'touch' && show(here)}
                    onClickCapture={(event) => {
                      // the first touch opens the card
                      if (byTouch.current && !isShown) event.preventDefault();
                      show(here);
                    }}
                  >
                    {to === undefined ? (
                      rect
                    ) : (
                      <Link to={to} tabIndex={-1}>
                        {rect}
                      </Link>
                    )}
                  </g>
                );
              })}
            </g>
          ),
        })}
        <Popper
          open={open}
          anchorEl={() => frame.current?.querySelector(`[data-month="${month}"]`) ?? document.body}
          placement="top"
          // a press in the card would take the focus, which closes it
          onMouseDown={(event) => event.preventDefault()}
          // a narrower window would scroll sideways until the card has moved
          popperOptions={{ strategy: 'fixed' }}
          modifiers={[{ name: 'preventOverflow', options: { padding: 8 } }]}
          // the room to the chart belongs to the card, so that the pointer can go there
          sx={{ zIndex: 'tooltip', py: 0.75 }}
        >
          <Paper
            elevation={6}
            sx={{
              border: 1,
              borderColor: 'divider',
              px: 1.5,
              py: 1,
              maxWidth: 'calc(100vw - 16px)',
              typography: 'body2',
              display: 'grid',
              gridTemplateColumns: 'auto repeat(3, auto)',
              columnGap: 1.5,
              rowGap: 0.25,
              fontVariantNumeric: 'tabular-nums',
              '& > .figure': { textAlign: 'right' },
            }}
          >
            <Box component="span" sx={{ fontWeight: 650, gridColumn: 'span 2' }}>
              {title}
            </Box>
            <Box component="span" className="figure" sx={{ color: 'text.secondary' }}>
              {values.some(({ before }) => before !== undefined) && yearBefore}
            </Box>
            <span />
            {values.map((one, at) => (
              <Fragment key={one.label}>
                <Box
                  component="span"
                  sx={{
                    display: 'flex',
                    alignItems: 'center',
                    gap: 0.75,
                    fontWeight: at === place ? 600 : 400,
                  }}
                >
                  <Box
                    component="span"
                    sx={{ flex: 'none', width: 10, height: 10, borderRadius: 0.5, bgcolor: one.color }}
                  />
                  {one.label}
                </Box>
                <Box component="span" className="figure" sx={{ fontWeight: at === place ? 600 : 400 }}>
                  {format(one.value)}
                </Box>
                <Box component="span" className="figure" sx={{ color: 'text.secondary' }}>
                  {one.before !== undefined && format(one.before)}
                </Box>
                <Box component="span" className="figure" sx={{ color: 'text.secondary' }}>
                  {changeOf(one)}
                </Box>
              </Fragment>
            ))}
            {chosen?.to !== undefined && (
              <Box
                component={Link}
                to={chosen.to}
                tabIndex={-1}
                sx={{ gridColumn: '1 / -1', color: 'primary.main', fontWeight: 600, pt: 0.5 }}
              >
                Show what is behind {chosen.label}
              </Box>
            )}
          </Paper>
        </Popper>
      </Box>
      <span id={help} hidden>
        The arrow keys move between months and values, Enter opens the records of a value.
      </span>
      <span role="status" style={visuallyHidden as React.CSSProperties}>
        {open && `${title}: ${said.join(', ')}.${opens}`}
      </span>
    </>
  );
}
