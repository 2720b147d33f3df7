import { Box, Button, Typography } from '@mui/material';
import { MAX_IMPORT_ROWS, SITE_IMPORT_COLUMNS } from '@portal/contract';
import { priceNewSite, priceSites, withTax } from '@portal/domain/pricing';
import { MAX_ORDER_SITES, siteKey, usStateOf } from '@portal/domain/values';
import { useMutation } from '@tanstack/react-query';
import { type DragEvent, type FormEvent, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { FileButton } from '../../shared/form/Field.tsx';
import { messageOf } from '../../shared/http/http.ts';
import { Page } from '../../shared/layout/Page.tsx';
import { Loading } from '../../shared/ui/LoadProblem.tsx';
import { Muted } from '../../shared/ui/Muted.tsx';
import { Notice } from '../../shared/ui/Notice.tsx';
import { Section } from '../../shared/ui/Section.tsx';
import { OrderForm } from '../order/OrderForm.tsx';
import { OrderPanel } from '../order/OrderPanel.tsx';
import { usePlaceOrder } from '../order/usePlaceOrder.ts';
import {
  type BrokenRow,
  type CheckedRows,
  checkFile,
  checkRow,
  downloadSample,
  type GoodRow,
} from './importFile.ts';
import { importOrder, type Outcome } from './importOrder.ts';
import { RowsToMend, RowsToOrder } from './Rows.tsx';

const keyOf = ({ site }: GoodRow) => siteKey(site);

/** The rows of earlier files and the next one; it replaces sites that it contains again. */
function withNext(kept: readonly GoodRow[], next: readonly GoodRow[]): readonly GoodRow[] {
  const named = new Set(next.map(keyOf));
  return [...kept.filter((row) => !named.has(keyOf(row))), ...next];
}

const NONE: CheckedRows = { good: [], broken: [], unnamed: 0 };

/** The rows after one was checked again; a site that another row has stays invalid. */
function withChecked(rows: CheckedRows, row: GoodRow | BrokenRow): CheckedRows {
  const { good, broken } = rows;
  // a new file may have replaced it
  if (!broken.some(({ id }) => id === row.id)) return rows;
  const twin = 'site' in row ? good.find((other) => keyOf(other) === keyOf(row)) : undefined;
  if ('site' in row && twin === undefined)
    return { ...rows, good: [...good, row], broken: broken.filter(({ id }) => id !== row.id) };
  const message = `The same site is in line ${twin?.line}. Please remove one of them, or name them apart.`;
  const errors = 'site' in row ? [{ path: 'site_name', message }] : row.errors;
  return { ...rows, broken: broken.map((other) => (other.id === row.id ? { ...other, errors } : other)) };
}

/** The server checks one file of a user at a time. */
const scope = { id: 'site import' };

/** The rows of the checked files: valid ones of all, invalid ones of the last. */
function useImport() {
  const [rows, setRows] = useState(NONE);
  const check = useMutation({
    scope,
    mutationFn: checkFile,
    onSuccess: (next) => setRows(({ good }) => ({ ...next, good: withNext(good, next.good) })),
  });
  const again = useMutation({
    scope,
    mutationFn: checkRow,
    onSuccess: (row) => setRows((kept) => withChecked(kept, row)),
  });
  return {
    ...rows,
    checking: check.isPending,
    checked: check.isSuccess,
    problem: check.error ?? again.error,
    upload(file: File) {
      again.reset();
      check.mutate(file);
    },
    correct(row: BrokenRow) {
      setRows((kept) => ({
        ...kept,
        broken: kept.broken.map((other) => (other.id === row.id ? row : other)),
      }));
      again.mutate(row);
    },
    drop: (count: number) => setRows((kept) => ({ ...kept, good: kept.good.slice(count) })),
    clear() {
      setRows(NONE);
      check.reset();
      again.reset();
    },
  };
}

/** /new-site/import: sites of a file, checked row by row and ordered with one payment (rule D14). */
export default function SiteImportPage() {
  const rows = useImport();
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const ordering = rows.good.slice(0, MAX_ORDER_SITES);
  /** Number of rows in the order; more may be corrected meanwhile. */
  const placed = useRef(0);
  const rest = useRef(0);
  rest.current = rows.good.length - placed.current + rows.broken.length;
  const flow = usePlaceOrder('Creating Sites', () => {
    if (rest.current === 0) return false;
    rows.drop(placed.current);
    setOutcomes([]);
    return true;
  });
  const price = priceSites(
    ordering.map(({ site }) => {
      const { ca150_panel: ca150Panel, netcom6p } = site;
      return withTax(
        priceNewSite({ panels: site.number_of_acu_panels, ca150Panel, netcom6p }, flow.terms),
        usStateOf(site.site_state ?? ''),
        flow.terms.taxRates,
      );
    }),
  );
  const readers = ordering.reduce((sum, { site }) => sum + site.number_of_readers, 0);
  const count = ordering.length;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!flow.account.data || count === 0) return;
    placed.current = count;
    flow.place(importOrder(ordering, price, setOutcomes));
  };
  const startOver = () => {
    rows.clear();
    setOutcomes([]);
    flow.reset();
  };
  const fields = (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Section spaced title="Your file">
        {flow.verified ? (
          <Typography>These sites are ordered and are created one by one.</Typography>
        ) : (
          <FileDrop checking={rows.checking} onFile={rows.upload} />
        )}
        {rows.problem && (
          <Notice tone="error">
            {messageOf(rows.problem, 'The file could not be checked. Please try again.')}
          </Notice>
        )}
        {rows.checked && count === 0 && rows.broken.length === 0 && (
          <Notice tone="warning">The file has no rows.</Notice>
        )}
        <Columns />
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
          <Button variant="outlined" onClick={downloadSample}>
            Download a sample file
          </Button>
          {count + rows.broken.length > 0 && <Button onClick={startOver}>Start over</Button>}
        </Box>
      </Section>
      {rows.broken.length > 0 && !flow.verified && (
        <RowsToMend
          rows={rows.broken}
          unnamed={rows.unnamed}
          keeps={rows.good.length}
          onFile={rows.upload}
          onCorrect={rows.correct}
        />
      )}
      {rows.good.length > 0 && <RowsToOrder rows={rows.good} ordered={count} outcomes={outcomes} />}
    </Box>
  );
  return (
    <Page
      title="Import sites"
      lead="Upload a list of sites, check each row, and order all valid rows with one payment."
      actions={
        <Button component={Link} to="/new-site" variant="outlined">
          Back to New Site
        </Button>
      }
    >
      <OrderForm
        label="Import of sites"
        flow={flow}
        unsaved={count + rows.broken.length > 0}
        onSubmit={submit}
        fields={fields}
        panel={
          count === 0 ? (
            <Section spaced title="Order summary">
              <Typography color="text.secondary">Your total appears here.</Typography>
            </Section>
          ) : (
            <OrderPanel
              price={price}
              flow={flow}
              readers={readers}
              sites={count}
              action={count === 1 ? 'Create 1 Site' : `Create ${count} Sites`}
            />
          )
        }
      />
    </Page>
  );
}

const namesOf = (required: boolean) =>
  Object.values(SITE_IMPORT_COLUMNS)
    .filter((column) => column.required === required)
    .map(({ label }) => label)
    .join(', ');

function Columns() {
  return (
    <Muted sx={{ overflowWrap: 'anywhere' }}>
      The first line names the columns: {namesOf(true)}. Optional: {namesOf(false)}.
    </Muted>
  );
}

interface FileDropProps {
  readonly checking: boolean;
  readonly onFile: (file: File) => void;
}

function FileDrop({ checking, onFile }: FileDropProps) {
  const hintId = useId();
  const [over, setOver] = useState(false);
  const take = (file: File | undefined) => {
    if (file !== undefined && !checking) onFile(file);
  };
  const drag = (inside: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(inside);
  };
  return (
    <Box
      data-testid="drop"
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={(event) => {
        drag(false)(event);
        take(event.dataTransfer.files[0]);
      }}
      sx={{
        p: 4,
        display: 'grid',
        justifyItems: 'center',
        gap: 1.5,
        textAlign: 'center',
        borderRadius: 1,
        border: '2px dashed',
        borderColor: over ? 'primary.main' : 'divider',
        bgcolor: over ? 'primary.light' : 'background.default',
      }}
    >
      {checking ? (
        <Loading label="Checking each row..." />
      ) : (
        <>
          <Typography>Drop a CSV file here, or</Typography>
          <FileButton variant="contained" describedBy={hintId} label="CSV file" onFile={take}>
            Choose a file
          </FileButton>
        </>
      )}
      <Muted id={hintId}>
        One site per row, up to {MAX_IMPORT_ROWS.toLocaleString('en-US')} rows and 5 MB. Nothing is ordered
        until you confirm.
      </Muted>
    </Box>
  );
}
