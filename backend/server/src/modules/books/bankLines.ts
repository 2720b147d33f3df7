import {
  BANK_ROWS_SHOWN,
  type BankLine,
  type BankMatch,
  bankFileQuerySchema,
  bankLineSchema,
  bankLineTotalsSchema,
  bankPreviewSchema,
  importedBankFileSchema,
  listQuerySchema,
  MAX_IMPORT_BYTES,
  matchBankLineSchema,
  neededReasonSchema,
  paths,
  totalsQuerySchema,
} from '@portal/contract';
import {
  type BankDayCommand,
  type BankMapping,
  bankDayDecider,
  bankDayStream,
  bankFileDecider,
  bankFileStream,
  conflict,
  invoiceNumbersIn,
  type BankLine as LineState,
  type Match,
  type Matches,
  matcherOf,
  notFound,
  presentBankLine,
  receiptIdOf,
  refuseTaken,
  unprocessable,
} from '@portal/domain';
import { addDays, dollarsFromCents, isDay, sumCents } from '@portal/domain/values';
import {
  BANK_LINE_READS,
  type BankLineRow,
  bankLineById,
  bankLineTotals,
  companiesToMatch,
  invoicesOfAccount,
  invoicesToMatch,
  knownBankLines,
  listBankLines,
  receiptsToMatch,
  recordedReceipt,
} from '@portal/projections';
import { z } from 'zod';
import type { CausalChain } from '../../kernel/causalChain.ts';
import type { CommandContext } from '../../kernel/commandContext.ts';
import type { PortalEnvelope } from '../../kernel/execute.ts';
import { oneByOne } from '../../kernel/oneByOne.ts';
import { consequence, process } from '../../kernel/process.ts';
import { runCommand } from '../../kernel/runCommand.ts';
import { decodeText } from '../../platform/csv/readCsv.ts';
import { answerFrom } from '../../platform/http/answerFrom.ts';
import { inFlight } from '../../platform/http/inFlight.ts';
import { listAnswer } from '../../platform/http/listAnswer.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { openAccount } from '../companies/module.ts';
import { receiptOf, recordReceipt } from '../invoices/module.ts';
import { type BankFile, type FileLine, proposedMapping, readBankFile, readBankTable } from './bankFile.ts';
import type { BooksPorts } from './ports.ts';

/** Incoming money of a bank's files: imported, and matched with receipts that are booked from it or were recorded before. */

/** The stream of a line's day; its id begins with it. @throws BusinessRefusal not_found */
function dayStreamOf(lineId: string): string {
  const [day = ''] = lineId.split('_');
  if (!isDay(day)) throw notFound('Bank line not found');
  return bankDayStream(day);
}

const onLine = (lineId: string, command: BankDayCommand, accounts: readonly string[] = []) => ({
  stream: dayStreamOf(lineId),
  decider: bankDayDecider,
  command,
  accounts,
});

/** Matches a line with the receipt that was booked from it; a portal may stop in between. */
export const matchBankLine = process({
  name: 'matchBankLine',
  types: ['ReceiptRecorded'],
  async decide({ event: { data } }) {
    const { bankLineId: lineId, accountId, receiptId } = data;
    if (lineId === undefined) return [];
    const command = { type: 'MatchBankLine', lineId, accountId, receiptId } as const;
    return [consequence(onLine(lineId, { ...command, isBooked: true, isReversed: false }, [accountId]))];
  },
});

/** Reads a file by this mapping, else by that of an earlier file with its header, else as its header suggests. */
async function readFile(ports: ImportPorts, file: Buffer, asked: BankMapping | undefined) {
  const table = readBankTable(decodeText(file));
  const kept = await ports.commands.load(bankFileStream(table.fileId), bankFileDecider);
  const mapping = asked ?? kept ?? proposedMapping(table);
  const read = mapping && readBankFile(table, mapping, ports.today());
  return { table, mapping, read, isKept: asked === undefined && kept !== null };
}

const NOTHING_READ: BankFile = { lines: [], skipped: 0, broken: 0, problems: [], sample: [] };

function summaryOf({ lines, skipped, broken, problems }: BankFile, known: number) {
  const days = lines.map(({ day }) => day).sort();
  return {
    lines: lines.length,
    amount: dollarsFromCents(sumCents(lines.map(({ amountCents }) => amountCents))),
    known,
    skipped,
    first_day: days[0] ?? null,
    last_day: days.at(-1) ?? null,
    broken,
    problems: [...problems],
  };
}

/** Imports the lines that are not known, day by day. @returns how many, and what was appended */
async function importLines(
  { commands }: ImportPorts,
  lines: readonly FileLine[],
  context: CommandContext,
): Promise<{ readonly imported: number; readonly appended: readonly PortalEnvelope[] }> {
  const appended: PortalEnvelope[] = [];
  for (const day of [...new Set(lines.map((line) => line.day))].sort()) {
    const own = lines.filter((line) => line.day === day).map(({ day: _day, ...line }) => line);
    const done = await commands.execute({
      stream: bankDayStream(day),
      decider: bankDayDecider,
      command: { type: 'ImportBankLines', day, lines: own },
      context,
      accounts: [],
    });
    appended.push(...done.appended);
  }
  const imported = appended.map(({ event }) =>
    event.type === 'BankLinesImported' ? event.data.lines.length : 0,
  );
  return { imported: imported.reduce((sum, count) => sum + count, 0), appended };
}

type ImportPorts = Pick<BooksPorts, 'commands' | 'today'>;

/** Imports the lines of a bank's file and keeps how it is read. @throws BusinessRefusal unprocessable for no file of a bank */
export async function importBankFile(
  ports: ImportPorts,
  body: Buffer,
  asked: BankMapping | undefined,
  context: CommandContext,
) {
  const { table, mapping, read: file } = await readFile(ports, body, asked);
  if (mapping === null || file === null)
    throw unprocessable('Please choose the columns of date, amount and text.', 'mapping');
  const { imported, appended } = await importLines(ports, file.lines, context);
  const { fileId, columns } = table;
  const { appended: mapped } = await ports.commands.execute({
    stream: bankFileStream(fileId),
    decider: bankFileDecider,
    command: { type: 'MapBankFile', fileId, columns, mapping },
    context,
    accounts: [],
  });
  return { file, imported, chain: await ports.commands.followUp([...appended, ...mapped]) };
}

const isUnmatched = ({ status }: BankLineRow) => status === 'unmatched';

/** What these lines may have paid, and the records that it names. */
async function matchesOf({ db }: BooksPorts, rows: readonly BankLineRow[]) {
  const lines = rows.filter(isUnmatched);
  const days = lines.map(({ day }) => day).sort();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return () => ({ proposal: null, candidates: [] });
  const [invoices, companies, recorded] = await Promise.all([
    invoicesToMatch(db, [
      ...new Set(lines.flatMap((line) => invoiceNumbersIn(`${line.text} ${line.reference}`))),
    ]),
    companiesToMatch(db),
    receiptsToMatch(db, { from: addDays(first, -31), to: addDays(last, 1) }),
  ]);
  const match = matcherOf(invoices, companies, recorded);
  const companyOf = new Map(companies.map((company) => [company.accountId, company]));
  const numberOf = new Map(invoices.map(({ id, invoiceNumber }) => [id, invoiceNumber]));
  const receiptById = new Map(recorded.map((receipt) => [receipt.receiptId, receipt]));
  return (row: BankLineRow): { proposal: BankMatch | null; candidates: BankMatch[] } => {
    if (!isUnmatched(row)) return { proposal: null, candidates: [] };
    const found: Matches = match({ ...row, amountCents: row.amount_cents });
    const toWire = (one: Match): BankMatch => {
      const company = companyOf.get(one.accountId);
      const receipt = one.receiptId === null ? undefined : receiptById.get(one.receiptId);
      return {
        account_id: one.accountId,
        company_name: company?.companyName ?? null,
        is_demo: company?.isDemo ?? false,
        why: one.why,
        is_exact: one.isExact,
        // of a lockbox; others are transfers
        method: /\bche?c?k\b|\bcheque\b|\blockbox\b/i.test(row.text) ? 'check' : 'ach',
        shares: one.shares.map(({ invoiceId, amountCents }) => ({
          invoice_id: invoiceId,
          invoice_number: numberOf.get(invoiceId) ?? '',
          amount: dollarsFromCents(amountCents),
        })),
        credit: dollarsFromCents(one.creditCents),
        receipt:
          receipt === undefined
            ? null
            : { id: receipt.receiptId, received_on: receipt.receivedOn, reference: receipt.reference },
      };
    };
    const { proposal, candidates } = found;
    return { proposal: proposal && toWire(proposal), candidates: candidates.map(toWire) };
  };
}

async function toBankLines(ports: BooksPorts, rows: readonly BankLineRow[]): Promise<BankLine[]> {
  const matches = await matchesOf(ports, rows);
  return rows.map((row) =>
    answerFrom(bankLineSchema, row, {
      amount: dollarsFromCents(row.amount_cents),
      invoices: row.invoices.map(({ id, number, cents }) => ({
        id,
        number,
        amount: dollarsFromCents(cents),
      })),
      ...matches(row),
    }),
  );
}

/** The number of the payment: as the bank gives it, else its text. */
const referenceOf = ({ reference, text }: LineState) => reference || text.slice(0, 100).trim() || 'Bank line';

type MatchPorts = Pick<BooksPorts, 'commands' | 'db' | 'payments'>;
type MatchBody = z.output<typeof matchBankLineSchema>;

/**
 * Matches a line with a receipt: one recorded before, or one that is booked from it. It is booked under an id of the line,
 * so that a second click, or a try after a crash, books nothing more.
 * @throws BusinessRefusal not_found; conflict where it is matched or set aside, and as {@link recordReceipt}
 */
export async function bookBankLine(
  ports: MatchPorts,
  lineId: string,
  body: MatchBody,
  context: CommandContext,
): Promise<CausalChain> {
  const { commands, db } = ports;
  const line = presentBankLine(await commands.load(dayStreamOf(lineId), bankDayDecider), lineId);
  const isReversed = await isReceiptReversed(ports, line);
  if ('receipt_id' in body) {
    const receipt = await recordedReceipt(db, body.receipt_id);
    if (receipt === null || receipt.isReversed) throw notFound('Receipt not found', 'receipt_id');
    if (receipt.cents !== line.amountCents)
      throw conflict('The receipt is of another amount than the line.', 'receipt_id');
    const { accountId } = receipt;
    const command = { type: 'MatchBankLine', lineId, accountId, receiptId: body.receipt_id } as const;
    return runCommand(commands, {
      ...onLine(lineId, { ...command, isBooked: false, isReversed }, [accountId]),
      context,
    });
  }
  const { account_id: accountId, method, shares: given, credit, record_again } = body;
  refuseTaken(line, isReversed);
  const receiptId = receiptIdOf(line);
  const amount = inDollars(line.amountCents);
  const shares =
    given.length > 0 ? given : [{ invoice_id: await newestInvoice(ports, accountId, line.day), amount }];
  const { chain } = await recordReceipt(
    ports,
    accountId,
    {
      method,
      amount,
      received_on: line.day,
      reference: referenceOf(line),
      shares,
      ...(credit !== undefined && { credit }),
      ...(record_again !== undefined && { record_again }),
    },
    context,
    { id: receiptId, bankLineId: lineId },
  );
  const booked = await receiptOf(commands, receiptId);
  // somebody else was faster
  if (booked.status !== 'recorded' || booked.accountId !== accountId)
    throw conflict('This line was matched with another company in the meantime.');
  return chain;
}

const inDollars = (cents: number) => dollarsFromCents(cents).toFixed(2);

/** The company's newest invoice of its mode on a day, on which credit stands where none is open. */
async function newestInvoice({ commands, db }: MatchPorts, accountId: string, day: string): Promise<string> {
  const { isDemo } = await openAccount(commands, accountId);
  const newest = (await invoicesOfAccount(db, accountId)).find(
    (invoice) => invoice.invoice_date <= day && invoice.is_demo === isDemo && invoice.status !== 'canceled',
  );
  if (newest === undefined)
    throw unprocessable('The company has no invoice yet that a payment can be recorded on.', 'shares');
  return newest.id;
}

/** Whether the receipt that a line was matched with was reversed since. */
async function isReceiptReversed({ commands, db }: MatchPorts, { receiptId }: LineState): Promise<boolean> {
  if (receiptId === null) return false;
  const receipt = await receiptOf(commands, receiptId);
  if (receipt.status !== 'none') return receipt.status === 'reversed';
  // a payment of one invoice is no receipt of its own
  return (await recordedReceipt(db, receiptId))?.isReversed === true;
}

/** @throws BusinessRefusal not_found; conflict for a matched line */
export async function setBankLineAside(
  ports: MatchPorts,
  lineId: string,
  reason: string,
  context: CommandContext,
): Promise<CausalChain> {
  const { commands } = ports;
  const line = presentBankLine(await commands.load(dayStreamOf(lineId), bankDayDecider), lineId);
  const isReversed = await isReceiptReversed(ports, line);
  const command = { type: 'SetBankLineAside', lineId, reason, isReversed } as const;
  return runCommand(commands, { ...onLine(lineId, command), context, reason });
}

const CSV = {
  types: ['text/csv', 'text/tab-separated-values', 'application/csv', 'application/vnd.ms-excel'],
  maxBytes: MAX_IMPORT_BYTES,
  otherwise: 'Please send the file as CSV (Content-Type: text/csv)',
};

/** Money that came in on the bank's account (rules B33, B41, B47). */
export function bankRoutes(ports: BooksPorts): Route[] {
  const { commands, db, timeZone } = ports;
  const enter = inFlight(1, 'Another file of yours is being read. Please try again in a moment.');
  // so that of two matches at once the second sees the first
  const inTurn = oneByOne<string>();
  const lineAnswer = async (id: string) => {
    const row = await bankLineById(db, id);
    if (row === null) throw notFound('Bank line not found');
    return { body: (await toBankLines(ports, [row]))[0] };
  };
  return [
    route('POST', paths.admin.bankFilePreview, 'staff', {
      summary: "Read a bank's file and show how; imports nothing",
      answers: { 200: bankPreviewSchema },
      rawBody: CSV,
      body: z.instanceof(Buffer),
      query: bankFileQuerySchema,
      // changes nothing
      keyed: false,
      limit: ({ caller }) => enter(caller.id),
      handler: async ({ body, query }) => {
        const { table, mapping, read, isKept } = await readFile(ports, body, query.mapping);
        const file = read ?? {
          ...NOTHING_READ,
          sample: table.rows.slice(0, BANK_ROWS_SHOWN).map(({ cells }) => ({ cells, read: null })),
        };
        const known = await knownBankLines(
          db,
          file.lines.map(({ lineId }) => lineId),
        );
        const sample = file.sample.map(({ cells, read: line }) => ({
          cells: [...cells],
          read: line && {
            day: line.day,
            amount: dollarsFromCents(line.amountCents),
            text: line.text,
            reference: line.reference,
          },
        }));
        const summary = summaryOf(file, known.length);
        return { body: { columns: table.columns, mapping, is_kept: isKept, sample, ...summary } };
      },
    }),
    route('POST', paths.admin.bankFiles, 'money', {
      summary: "Import the incoming lines of a bank's file; those imported before are left out",
      answers: { 200: importedBankFileSchema },
      rawBody: CSV,
      body: z.instanceof(Buffer),
      query: bankFileQuerySchema,
      // the lines' ids follow from the file
      keyed: false,
      limit: ({ caller }) => enter(caller.id),
      handler: async ({ body, query, command, visible }) => {
        const { file, imported, chain } = await importBankFile(ports, body, query.mapping, command);
        await visible(chain);
        return { body: { ...summaryOf(file, file.lines.length - imported), imported } };
      },
    }),
    route('GET', paths.admin.bankLines, 'staff', {
      summary: "Incoming lines of the bank's files, with what unmatched ones may have paid",
      answers: { 200: z.array(bankLineSchema) },
      query: listQuerySchema,
      reads: BANK_LINE_READS,
      handler: async ({ query }) => {
        const { rows, total } = await listBankLines(db, { ...query, timeZone });
        return listAnswer('bank-lines', { rows: await toBankLines(ports, rows), total }, query.range?.[0]);
      },
    }),
    route('GET', paths.admin.bankLineTotals, 'staff', {
      summary: 'Number and sum of the bank lines that a filter finds, by status',
      answers: { 200: z.array(bankLineTotalsSchema) },
      query: totalsQuerySchema,
      reads: BANK_LINE_READS,
      handler: async ({ query }) => ({
        body: (await bankLineTotals(db, query)).map((row) =>
          answerFrom(bankLineTotalsSchema, row, { amount: dollarsFromCents(row.amount_cents) }),
        ),
      }),
    }),
    route('POST', paths.admin.matchBankLine, 'money', {
      summary: 'Book a bank line as a payment of invoices, or take a receipt that was recorded before',
      answers: { 200: bankLineSchema },
      body: matchBankLineSchema,
      handler: async ({ params: { id }, body, command, visible }) => {
        await visible(await inTurn(id, () => bookBankLine(ports, id, body, command)));
        return lineAnswer(id);
      },
    }),
    route('POST', paths.admin.setBankLineAside, 'money', {
      summary: "Set a bank line aside that is not a dealer's payment",
      answers: { 200: bankLineSchema },
      body: neededReasonSchema,
      handler: async ({ params: { id }, body: { reason }, command, visible }) => {
        await visible(await setBankLineAside(ports, id, reason, command));
        return lineAnswer(id);
      },
    }),
    route('POST', paths.admin.takeBankLineBack, 'money', {
      summary: 'Take back that a bank line was set aside',
      answers: { 200: bankLineSchema },
      handler: async ({ params: { id }, command, visible }) => {
        const back = { type: 'TakeBankLineBack', lineId: id } as const;
        await visible(await runCommand(commands, { ...onLine(id, back), context: command }));
        return lineAnswer(id);
      },
    }),
  ];
}
