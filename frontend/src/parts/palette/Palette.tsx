import {
  Alert,
  type AutocompleteGroupedOption,
  Box,
  Dialog,
  InputBase,
  Typography,
  useAutocomplete,
} from '@mui/material';
import { type HTMLAttributes, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { showCount } from '../../shared/text.ts';
import { GLASS, Icon } from '../../shared/theme/Icon.tsx';
import { Muted } from '../../shared/ui/Muted.tsx';
import { matchOf, piecesOf } from './match.ts';
import { pageActions } from './pageActions.ts';

/** A page or an action. */
export interface PaletteCommand {
  readonly label: string;
  readonly detail: string;
  readonly run: string | (() => void);
}

export interface PaletteRecord {
  readonly to: string;
  readonly label: string;
  /** Shown beside the label. */
  readonly fields: readonly (string | null | undefined)[];
  /** Searched as well, and shown if they fit best. */
  readonly others?: readonly (string | null | undefined)[];
  /** Shown last and not searched. */
  readonly tail?: readonly (string | null)[];
}

/** The records of a kind that fit. */
export interface FoundRecords {
  /** In the plural, e.g. `sites`. */
  readonly kind: string;
  /** At most five are shown. */
  readonly records: readonly PaletteRecord[];
  readonly total: number;
  /** The list of all. */
  readonly all: string;
  readonly isLoading?: boolean;
  readonly isPaused?: boolean;
  readonly error?: unknown;
}

interface PaletteProps {
  readonly placeholder: string;
  readonly commands: readonly PaletteCommand[];
  /** A hook that searches. */
  readonly useRecords: (text: string) => readonly FoundRecords[];
  readonly onClose: () => void;
}

interface Choice {
  readonly key: string;
  readonly group: string;
  readonly label: string;
  readonly detail: string;
  readonly rank: number;
  readonly run: PaletteCommand['run'];
}

/** Of each kind. */
export const SHOWN = 5;
const LAST = Number.MAX_SAFE_INTEGER;

const joined = (parts: readonly (string | null | undefined)[]) => parts.filter(Boolean).join(' · ');

/** Finds records, pages and the actions of the page behind it. */
export default function Palette(props: PaletteProps) {
  return (
    <Dialog
      open
      onClose={props.onClose}
      transitionDuration={0}
      maxWidth="sm"
      fullWidth
      // at the same place for any number of results
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
      // on the paper, which is the dialog
      slotProps={{
        paper: {
          'aria-label': 'Search and actions',
          'aria-labelledby': undefined,
          sx: { mt: { sm: 10 } },
        },
      }}
    >
      <Finder {...props} />
    </Dialog>
  );
}

/** The field and its results; inside the dialog, since useAutocomplete expects its input from the start. */
function Finder({ placeholder, commands, useRecords, onClose }: PaletteProps) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [actions] = useState(pageActions);
  const text = typed.trim();
  const found = useRecords(text);
  const isSearching = found.some(({ isLoading }) => isLoading);
  const isOffline = found.some(({ isPaused }) => isPaused);
  const known = new Set(actions.map(({ label }) => label));
  const pages = [
    ...actions.map((action) => ({ ...action, detail: 'On this page' })),
    ...commands.filter(({ label }) => !known.has(label)),
  ]
    .filter(({ label }) => fits(label, text))
    .map(
      (command): Choice => ({
        ...command,
        key: `${command.detail} ${command.label}`,
        group: 'Pages and actions',
        rank: matchOf([command.label], text)?.rank ?? LAST,
      }),
    );
  // records all at once, so that the order does not depend on which answer came first
  const options = isSearching ? pages : bestFirst([pages, ...found.map((kind) => choicesOf(kind, text))]);

  const { getRootProps, getInputProps, getListboxProps, getOptionProps, groupedOptions } = useAutocomplete({
    id: 'palette',
    open: true,
    autoHighlight: true,
    options,
    value: null,
    inputValue: typed,
    groupBy: ({ group }) => group,
    getOptionLabel: ({ label }) => label,
    getOptionKey: ({ key }) => key,
    filterOptions: (choices) => choices,
    onInputChange: (_event, next, why) => {
      if (why === 'input') setTyped(next);
    },
    onChange: (_event, choice) => {
      if (choice === null) return;
      // an action's dialog gives the focus back to its button, so the palette has to be gone before
      flushSync(onClose);
      if (typeof choice.run === 'string') void navigate(choice.run);
      else choice.run();
    },
    onClose: (_event, why) => {
      if (why === 'escape') onClose();
    },
  });
  const groups = groupedOptions as readonly AutocompleteGroupedOption<Choice>[];

  return (
    <>
      <Box
        {...getRootProps()}
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1.5,
          px: 2,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <Icon path={GLASS} sx={{ color: 'text.secondary' }} />
        <InputBase
          autoFocus
          fullWidth
          placeholder={placeholder}
          inputProps={{ ...getInputProps(), 'aria-label': 'Search', maxLength: 200, enterKeyHint: 'go' }}
          sx={{ minHeight: 56, '& input::placeholder': { opacity: 0.75 } }}
        />
      </Box>
      <Box sx={{ display: 'flex', flexDirection: 'column', height: 420, maxHeight: '60vh' }}>
        {groups.length > 0 && (
          <Box
            component="ul"
            {...getListboxProps()}
            aria-labelledby={undefined}
            aria-label="Results"
            sx={{ position: 'relative', overflowY: 'auto', m: 0, p: 1, listStyle: 'none' }}
          >
            {groups.map(({ group, index, options: choices }) => (
              <Box component="li" key={group} role="group" aria-label={group}>
                <Typography
                  variant="overline"
                  component="div"
                  aria-hidden
                  color="text.secondary"
                  sx={{ px: 1.5 }}
                >
                  {group}
                </Typography>
                {choices.map((option, at) => {
                  const { key, ...props } = getOptionProps({ option, index: index + at });
                  return <Option key={key} {...props} choice={option} text={text} />;
                })}
              </Box>
            ))}
          </Box>
        )}
        <Typography role="status" color="text.secondary" sx={{ px: 2.5, py: 1 }}>
          {isSearching ? 'Searching...' : !isOffline && options.length === 0 && `No results for "${text}".`}
        </Typography>
        {found.some(({ error }) => error) && (
          <Alert severity="error">Some results could not be loaded.</Alert>
        )}
        {isOffline && <Alert severity="warning">You are offline. Only pages and actions are found.</Alert>}
      </Box>
    </>
  );
}

/** The groups in the order of their best choice. */
const bestFirst = (groups: readonly (readonly Choice[])[]) =>
  groups.toSorted(([one], [other]) => (one?.rank ?? LAST) - (other?.rank ?? LAST)).flat();

/** The records of a kind, best first, and a way to the list of all that are found. */
function choicesOf({ kind, records, total, all }: FoundRecords, text: string): readonly Choice[] {
  const group = kind.charAt(0).toUpperCase() + kind.slice(1);
  const choices = records
    .map(({ to, label, fields, others = [], tail = [] }): Choice => {
      const { rank = LAST, field = 0 } =
        matchOf(
          [label, ...fields, ...others].map((one) => one ?? ''),
          text,
        ) ?? {};
      const unseen = others[field - 1 - fields.length];
      return { key: to, group, label, detail: joined([unseen, ...fields, ...tail]), rank, run: to };
    })
    .sort((one, other) => one.rank - other.rank)
    .slice(0, SHOWN);
  const more = total - choices.length;
  if (choices.length === 0 || more <= 0) return choices;
  const label = `All ${showCount(total)} ${kind}`;
  return [...choices, { key: all, group, label, detail: `${showCount(more)} more`, rank: LAST, run: all }];
}

interface OptionProps extends HTMLAttributes<HTMLElement> {
  readonly choice: Choice;
  readonly text: string;
}

function Option({ choice: { label, detail, rank }, text, ...props }: OptionProps) {
  // the way to all of a kind does not fit what was typed
  const marked = rank === LAST ? '' : text;
  return (
    <Box
      {...props}
      sx={{
        // in two columns, on a phone one below the other
        display: 'grid',
        gridTemplateColumns: { sm: 'repeat(2, minmax(0, 1fr))' },
        alignItems: 'baseline',
        columnGap: 1.5,
        px: 1.5,
        py: 1,
        borderRadius: 1,
        cursor: 'pointer',
        overflowWrap: 'anywhere',
        '&.Mui-focused, &.Mui-focused span': { bgcolor: 'primary.light', color: 'primary.main' },
        '& mark': { bgcolor: 'transparent', color: 'inherit', fontWeight: 750, textDecoration: 'underline' },
      }}
    >
      <Box component="span" sx={{ fontWeight: 600 }}>
        <Marked text={label} typed={marked} />
      </Box>
      <Muted component="span">
        <Marked text={detail} typed={marked} />
      </Muted>
    </Box>
  );
}

const Marked = ({ text, typed }: { readonly text: string; readonly typed: string }) =>
  piecesOf(text, typed).map((piece, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity
    piece.hit ? <mark key={index}>{piece.text}</mark> : piece.text,
  );

/** Whether each word begins a word of the label. */
function fits(label: string, text: string): boolean {
  const words = label.toLowerCase().split(/\s+/);
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((part) => words.some((word) => word.startsWith(part)));
}
