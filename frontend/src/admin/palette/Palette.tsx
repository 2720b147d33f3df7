import SearchIcon from '@mui/icons-material/Search';
import {
  Alert,
  type AutocompleteGroupedOption,
  Box,
  Dialog,
  InputBase,
  Typography,
  useAutocomplete,
} from '@mui/material';
import type { Account, AdminUser, Invoice, Site } from '@portal/contract';
import { type HTMLAttributes, useState } from 'react';
import { type RaRecord, useCreatePath, useDebouncedEvent, useGetList } from 'react-admin';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { dollarsText, showCount, showPlace } from '../../shared/text.ts';
import type { ResourceName, SortOf } from '../dataProvider/resourcePaths.ts';

export interface PalettePage {
  readonly label: string;
  readonly to: string;
}

interface Choice {
  readonly key: string;
  readonly group: string;
  readonly label: string;
  readonly detail: string;
  readonly run: () => void;
}

interface PaletteProps {
  readonly pages: readonly PalettePage[];
  readonly onClose: () => void;
  readonly onShortcuts: () => void;
}

/** Long enough to type on, short enough to feel immediate. */
const TYPING_PAUSE_MS = 200;
/** Records of each kind. */
const SHOWN = { page: 1, perPage: 5 };

const SORTS = {
  // names that fit best first
  companies: { field: 'match', order: 'ASC' },
  users: { field: 'match', order: 'ASC' },
  sites: { field: 'match', order: 'ASC' },
  invoices: { field: 'invoice_date', order: 'DESC' },
} as const satisfies { readonly [Name in ResourceName]?: SortOf<Name> };

const joined = (...parts: readonly (string | null)[]) => parts.filter(Boolean).join(' · ');

/** Finds companies, users, sites, invoices, pages and the actions of the page behind it. */
export function Palette(props: PaletteProps) {
  return (
    <Dialog
      open
      onClose={props.onClose}
      aria-label="Search and actions"
      transitionDuration={0}
      maxWidth="sm"
      fullWidth
      // at the same place for any number of results
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
      slotProps={{ paper: { sx: { mt: { sm: 10 } } } }}
    >
      <Finder {...props} />
    </Dialog>
  );
}

/** The field and its results; inside the dialog, since useAutocomplete expects its input from the start. */
function Finder({ pages, onClose, onShortcuts }: PaletteProps) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState('');
  const ask = useDebouncedEvent(setAsked, TYPING_PAUSE_MS);
  const [actions] = useState(pageActions);
  const text = typed.trim();
  // results of an earlier text are not shown: Enter would open one of them
  const q = asked === text ? text : '';

  const found = [
    useFound<Account>('companies', q, (company) => [
      company.company_name || company.name,
      joined(company.dealer_id, showPlace(company.company_city, company.company_state)),
    ]),
    useFound<AdminUser>('users', q, (user) => [
      user.name || user.username,
      joined(user.company, user.email, user.is_approved ? null : 'Pending'),
    ]),
    useFound<Site>('sites', q, (site) => [
      site.site_name,
      joined(site.company_name ?? null, showPlace(site.site_city, site.site_state), site.status),
    ]),
    useFound<Invoice>('invoices', q, (invoice) => [
      invoice.invoice_number,
      joined(invoice.company_name, dollarsText(invoice.total_amount), invoice.status),
    ]),
  ];
  const commands = [
    ...actions.map(({ label, run }) => ({ label, detail: 'On this page', run })),
    ...pages.map(({ label, to }) => ({ label, detail: 'Page', run: () => void navigate(to) })),
    { label: 'Keyboard shortcuts', detail: '?', run: onShortcuts },
  ]
    .filter(({ label }) => fits(label, text))
    .map(
      (command): Choice => ({
        ...command,
        key: `${command.detail} ${command.label}`,
        group: 'Pages and actions',
      }),
    );
  const isSearching = asked !== text || found.some(({ isLoading }) => isLoading);
  const isOffline = found.some(({ isPaused }) => isPaused);
  // all at once, so that the order does not depend on which answer came first
  const options = isSearching ? commands : [...commands, ...found.flatMap(({ choices }) => choices)];

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
      if (why !== 'input') return;
      setTyped(next);
      ask(next.trim());
    },
    onChange: (_event, choice) => {
      if (choice === null) return;
      // an action's dialog gives the focus back to its button, so the palette has to be gone before
      flushSync(onClose);
      choice.run();
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
        <SearchIcon aria-hidden sx={{ color: 'text.secondary' }} />
        <InputBase
          autoFocus
          fullWidth
          placeholder="Company, user, site, invoice or page"
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
                  return <Option key={key} {...props} choice={option} />;
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

interface OptionProps extends HTMLAttributes<HTMLElement> {
  readonly choice: Choice;
}

function Option({ choice, ...props }: OptionProps) {
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
      }}
    >
      <Box component="span" sx={{ fontWeight: 600 }}>
        {choice.label}
      </Box>
      <Typography component="span" variant="body2" color="text.secondary">
        {choice.detail}
      </Typography>
    </Box>
  );
}

/** The records of a kind that fit best, and a way to the list of all that the server finds. */
function useFound<R extends RaRecord>(
  resource: keyof typeof SORTS,
  q: string,
  show: (record: R) => readonly [label: string, detail: string],
) {
  const navigate = useNavigate();
  const createPath = useCreatePath();
  // an outdated request is canceled with its query
  const {
    data,
    total = 0,
    isLoading,
    isPaused,
    error,
  } = useGetList<R>(
    resource,
    { pagination: SHOWN, sort: SORTS[resource], filter: { q } },
    { enabled: q !== '' },
  );
  const group = resource.charAt(0).toUpperCase() + resource.slice(1);
  const choices = (q === '' ? [] : (data ?? [])).map((record): Choice => {
    const [label, detail] = show(record);
    const path = createPath({ resource, type: 'show', id: record.id });
    return { key: path, group, label, detail, run: () => void navigate(path) };
  });
  const more = total - choices.length;
  if (choices.length > 0 && more > 0) {
    const filter = encodeURIComponent(JSON.stringify({ q }));
    const path = `${createPath({ resource, type: 'list' })}?filter=${filter}`;
    const label = `Show all ${showCount(total)} ${resource}`;
    choices.push({
      key: path,
      group,
      label,
      detail: `${showCount(more)} more`,
      run: () => void navigate(path),
    });
  }
  return { choices, isLoading, isPaused, error };
}

/** Whether each word begins a word of the label. */
function fits(label: string, text: string): boolean {
  const words = label.toLowerCase().split(/\s+/);
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((part) => words.some((word) => word.startsWith(part)));
}

/** Buttons, links that look like one, and texts to write; those of rows belong to their record's page. */
const ACTIONS = '#content :is(button, a.MuiButton-root, textarea:not([aria-hidden]))';
const PARTS = 'table, li, nav, [role=tablist]';

interface PageAction {
  readonly label: string;
  readonly run: () => void;
}

/** The actions of the page shown, each once. */
function pageActions(): readonly PageAction[] {
  const actions = [...document.querySelectorAll<HTMLButtonElement | HTMLTextAreaElement>(ACTIONS)]
    .filter((element) => !element.disabled && element.closest(PARTS) === null && isShown(element))
    .map((element): [string, PageAction] => {
      const label = nameOf(element);
      const run = () => {
        element.focus();
        element.click();
      };
      return [label, { label, run }];
    });
  return [...new Map(actions).values()].filter(({ label }) => label !== '');
}

const isShown = (element: Element) => getComputedStyle(element).display !== 'none';

const nameOf = (element: HTMLButtonElement | HTMLTextAreaElement) =>
  (element.ariaLabel ?? element.labels?.[0]?.textContent ?? element.textContent).replace(/\s*\*$/, '').trim();
