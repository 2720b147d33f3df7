import SearchIcon from '@mui/icons-material/Search';
import {
  Box,
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControlLabel,
} from '@mui/material';
import type { Account, AdminUser, Invoice, Site } from '@portal/contract';
import { Fragment, useEffect, useId, useState } from 'react';
import { type RaRecord, useCreatePath, useDebouncedEvent, useGetList, useStore } from 'react-admin';
import Palette, { type FoundRecords, type PaletteRecord, SHOWN } from '../../parts/palette/Palette.tsx';
import { isMac, usePaletteKey } from '../../parts/palette/usePaletteKey.ts';
import { dollarsText, showPlace } from '../../shared/text.ts';
import type { ResourceName, SortOf } from '../dataProvider/resourcePaths.ts';
import { useListPath } from '../records/links.tsx';

interface PaletteButtonProps {
  readonly pages: readonly { readonly label: string; readonly to: string }[];
}

/** Opens the palette, also by Ctrl K or Cmd K; listens for `?` (the shortcuts) and `/` (the list's search) as well. */
export function PaletteButton({ pages }: PaletteButtonProps) {
  const [shown, setShown] = useState<'palette' | 'shortcuts' | null>(null);
  // WCAG 2.1.4: shortcuts of one character can be turned off
  const [singleKeys] = useStore(SINGLE_KEYS, true);
  usePaletteKey(shown !== null, () => setShown(shown === 'palette' ? null : 'palette'));
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey) return;
      if (document.querySelector('[role=dialog]')) return;
      if (!singleKeys || shown !== null || event.ctrlKey || event.metaKey || isField(event.target)) return;
      if (event.key === '?') setShown('shortcuts');
      if (event.key === '/') {
        const search = document.querySelector<HTMLElement>('#content [role=search] input');
        search?.focus();
        if (search) event.preventDefault();
      }
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [singleKeys, shown]);
  const close = () => setShown(null);
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        // the words are hidden on phones
        aria-label="Search"
        aria-haspopup="dialog"
        aria-keyshortcuts={isMac() ? 'Meta+K' : 'Control+K'}
        onClick={() => setShown('palette')}
        sx={{
          flex: 'none',
          minWidth: 44,
          minHeight: { xs: 44, lg: 40 },
          px: { xs: 1, sm: 1.5 },
          mb: { lg: 1 },
          justifyContent: 'start',
          gap: 1.25,
          borderColor: 'divider',
          color: 'text.secondary',
        }}
      >
        <SearchIcon fontSize="small" />
        <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
          Search
        </Box>
        <Box
          component="kbd"
          aria-hidden
          sx={{ ml: 'auto', font: 'inherit', display: { xs: 'none', lg: 'inline' } }}
        >
          {isMac() ? '⌘ K' : 'Ctrl K'}
        </Box>
      </Button>
      {shown === 'palette' && (
        <Palette
          placeholder="Company, user, site, invoice or page"
          commands={[
            ...pages.map(({ label, to }) => ({ label, detail: 'Page', run: to })),
            { label: 'Keyboard shortcuts', detail: '?', run: () => setShown('shortcuts') },
          ]}
          useRecords={useAdminRecords}
          onClose={close}
        />
      )}
      {shown === 'shortcuts' && <Shortcuts onClose={close} />}
    </>
  );
}

const isField = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;

/** Where this browser keeps whether shortcuts of one character work. */
const SINGLE_KEYS = 'shortcuts.singleKeys';

const SHORTCUTS = [
  [isMac() ? '⌘ K' : 'Ctrl K', 'Find pages, records and the actions of this page'],
  ['/', 'Search the list'],
  ['?', 'Show the shortcuts'],
  ['Tab', 'Next link, button or field; back with Shift'],
  ['Enter', 'Open the link, press the button, send the form'],
  ['← →', 'Previous or next tab'],
  ['Esc', 'Close a dialog or menu'],
  ['F8', 'Go to the last message'],
] as const;

function Shortcuts({ onClose }: { readonly onClose: () => void }) {
  const [singleKeys, setSingleKeys] = useStore(SINGLE_KEYS, true);
  const title = useId();
  return (
    <Dialog open onClose={onClose} aria-labelledby={title} maxWidth="xs" fullWidth>
      <DialogTitle id={title} component="h2">
        Keyboard shortcuts
      </DialogTitle>
      <DialogContent>
        <Box
          component="dl"
          sx={{ m: 0, mb: 2, display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: 2, rowGap: 1.5 }}
        >
          {SHORTCUTS.map(([key, effect]) => (
            <Fragment key={key}>
              <Box component="dt" sx={{ fontWeight: 600, whiteSpace: 'nowrap' }}>
                <kbd>{key}</kbd>
              </Box>
              <Box component="dd" sx={{ m: 0, color: 'text.secondary' }}>
                {effect}
              </Box>
            </Fragment>
          ))}
        </Box>
        <FormControlLabel
          label="Use the shortcuts / and ?"
          control={<Checkbox checked={singleKeys} onChange={(_event, checked) => setSingleKeys(checked)} />}
        />
      </DialogContent>
      <DialogActions>
        <Button autoFocus onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Long enough to type on, short enough to feel immediate. */
const TYPING_PAUSE_MS = 200;

const SORTS = {
  // what fits best first
  companies: { field: 'match', order: 'ASC' },
  users: { field: 'match', order: 'ASC' },
  sites: { field: 'match', order: 'ASC' },
  invoices: { field: 'invoice_date', order: 'DESC' },
} as const satisfies { readonly [Name in ResourceName]?: SortOf<Name> };

/** Companies, users, sites and invoices that the server finds. */
function useAdminRecords(text: string): readonly FoundRecords[] {
  const [asked, setAsked] = useState('');
  const ask = useDebouncedEvent(setAsked, TYPING_PAUSE_MS);
  useEffect(() => ask(text), [ask, text]);
  // results of an earlier text are not shown: Enter would open one of them
  const q = asked === text ? text : '';
  const found = [
    useFound<Account>('companies', q, (company) => ({
      label: company.company_name || company.name,
      fields: [company.dealer_id, showPlace(company.company_city, company.company_state)],
      others: [company.name, company.company_email],
    })),
    useFound<AdminUser>('users', q, (user) => ({
      label: user.name || user.username,
      fields: [user.company, user.email],
      others: [user.username, user.dealer_id, user.phone, user.city],
      tail: [user.is_approved ? null : 'Pending'],
    })),
    useFound<Site>('sites', q, (site) => ({
      label: site.site_name,
      fields: [
        `${site.site_address}, ${showPlace(site.site_city, site.site_state, site.site_zip)}`,
        site.company_name,
      ],
      tail: [site.status],
    })),
    useFound<Invoice>('invoices', q, (invoice) => ({
      label: invoice.invoice_number,
      fields: [invoice.company_name],
      tail: [dollarsText(invoice.total_amount), invoice.status],
    })),
  ];
  return asked === text ? found : found.map((kind) => ({ ...kind, isLoading: true }));
}

/** The records of a kind that fit best. */
function useFound<R extends RaRecord>(
  kind: keyof typeof SORTS,
  q: string,
  show: (record: R) => Omit<PaletteRecord, 'to'>,
): FoundRecords {
  const createPath = useCreatePath();
  const listPath = useListPath();
  // an outdated request is canceled with its query
  const {
    data = [],
    total = 0,
    isLoading,
    isPaused,
    error,
  } = useGetList<R>(
    kind,
    { pagination: { page: 1, perPage: SHOWN }, sort: SORTS[kind], filter: { q } },
    { enabled: q !== '' },
  );
  const records = q === '' ? [] : data;
  return {
    ...{ kind, isLoading, isPaused, error },
    total: records.length === 0 ? 0 : total,
    all: listPath(kind, { q }),
    records: records.map((record) => ({
      ...show(record),
      to: createPath({ resource: kind, type: 'show', id: record.id }),
    })),
  };
}
