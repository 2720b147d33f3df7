import path from 'node:path';

interface Graph {
  getModuleInfo(id: string): {
    readonly importedIds: readonly string[];
    readonly dynamicallyImportedIds: readonly string[];
  } | null;
}

const SRC = path.join(import.meta.dirname, '../src');
const PAGES = ['../index.html', '../app.html'].map((page) => path.join(SRC, page));
const MUI = /node_modules[\\/]@(mui[\\/]material|mui[\\/]utils|popperjs)[\\/]/;
/** Small parts of many pages of the administration, not worth a file each. */
const SMALL =
  /[\\/](admin[\\/]kit[\\/](stackedOnPhone|HeadRow|useQueryParameters)|admin[\\/]resources[\\/]invoices[\\/](RecordPaymentButton|actions)|ErrorOutlined|PictureAsPdfOutlined|PriceCheckOutlined)\.\w+$/;
const ADMIN_ENTRY = path.join(SRC, 'admin/index.tsx');

/** The given modules and all that they import; with 'import()', what they load later too. `except` is not entered. */
function reached(graph: Graph, from: readonly string[], follow: 'import' | 'import()', except = /^$/) {
  const found = new Set<string>();
  const waiting = [...from];
  for (const id of waiting) {
    if (found.has(id) || except.test(id)) continue;
    found.add(id);
    const info = graph.getModuleInfo(id);
    waiting.push(...(info?.importedIds ?? []));
    if (follow === 'import()') waiting.push(...(info?.dynamicallyImportedIds ?? []));
  }
  return found;
}

let ofPages: { readonly elsewhere: Set<string>; readonly always: Set<string> } | undefined;

/** Which file of the administration a module belongs to: none if other pages use it too. */
function fileOfAdmin(id: string, graph: Graph): 'controls' | 'admin-shell' | 'records' | null {
  ofPages ??= {
    // MUI's items of menus name its Select, which no other page has
    elsewhere: reached(graph, PAGES, 'import()', /[\\/](src[\\/]admin|Select)[\\/]/),
    always: reached(graph, [ADMIN_ENTRY], 'import', MUI),
  };
  if (ofPages.elsewhere.has(id) || /Slider[\\/]/.test(id)) return null;
  if (MUI.test(id)) return 'controls';
  return ofPages.always.has(id) || SMALL.test(id) ? 'admin-shell' : 'records';
}

const anyOf = (...tests: readonly RegExp[]) => new RegExp(tests.map(({ source }) => source).join('|'));
const library = (names: string) => new RegExp(`node_modules[\\\\/](${names})[\\\\/]`);
const mui = (names: string) => library(`@mui[\\\\/]material[\\\\/](?:esm[\\\\/])?(?:${names})`);
const own = (...names: readonly string[]) =>
  new RegExp(
    `(frontend|contract|domain)[\\\\/]src[\\\\/](${names.join('|').replaceAll('/', '[\\\\/]')})\\.tsx?$`,
  );

/** Modules of several pages. What they import stays where it is. */
const shared = [
  {
    name: 'figures',
    test: anyOf(
      mui('Skeleton|useMediaQuery'),
      own('shared/(text|months|ui/(Facts|StatusBadge|Skeletons|LoadProblem|Section))', 'csv', 'plainMessage'),
      own('values/(money|days)', 'siteBilling'),
    ),
  },
  {
    name: 'forms',
    test: anyOf(
      library('@hookform'),
      own('shared/form/(Form|KeptEntries|Field|SiteAddressFields|select|use\\w*ZodForm)'),
      own('dealer/order/showRefusal'),
    ),
  },
  { name: 'form-dialogs', test: own('shared/form/(FormDialog|DiscardDialog|useLeaveGuard)') },
  { name: 'pages', test: own('shared/ui/(EmptyState|Pager|pageOf)') },
  {
    name: 'billing',
    test: own(
      'parts/invoice/(reads|ScheduledRates|texts|InvoiceAmount)',
      'shared/(ui/(tableStyle|Conversation)|http/download)',
      'parts/savedCard',
      'cardTexts',
    ),
  },
  // its schemas are loaded later, with zod
  {
    name: 'invoice',
    test: own('parts/invoice/(?!schemas)\\w+', 'invoiceTexts', 'dealer/invoices/(ProblemPage|Figures)'),
  },
  { name: 'sites', test: own('sites', 'migrations') },
  {
    name: 'invoices',
    test: own('invoices', 'rates', 'corrections', 'disputes', 'dealer/invoices/useQuestions'),
  },
  { name: 'payments', test: own('payments', 'dealer/card/(queries|Loading|IntentForm)') },
  { name: 'account', test: own('accounts', 'dealer/order/readAccount') },
  { name: 'companies', test: anyOf(mui('(use)?Autocomplete'), own('admin/records/companyChoice')) },
];

/** What many pages build on: each along with all it imports that no group above names. */
const foundations = [
  // react is the landing page's too, once somebody writes there
  { name: 'react', test: library('react|react-dom|scheduler') },
  // first pages are forms more often than not: their engine comes with the shell
  {
    name: 'shell',
    test: anyOf(
      library('react-router|react-hook-form|@tanstack(?!.*[iI]nfinite)|@emotion|@mui[\\\\/]system'),
      mui(
        'styles|zero-styled|Typography|Box|SvgIcon|Button|ButtonBase|IconButton|Container|CircularProgress',
      ),
      own('shared/theme/Icon', 'values/names'),
    ),
  },
  { name: 'http', test: own('shared/(http/http|mailLink|session/logOut)', 'paths') },
  { name: 'utils', test: anyOf(library('@mui[\\\\/]utils'), mui('utils')) },
  {
    name: 'basics',
    test: anyOf(
      mui('Paper|Stack'),
      own('shared/(http/useCommand|ui/Notice|form/CheckBox)', 'dealer/card/texts'),
      own('values/(limits|choices|siteTexts|texts)'),
    ),
  },
  {
    name: 'inputs',
    test: mui(
      'InputBase|OutlinedInput|TextareaAutosize|FormControl|FormLabel|FormHelperText|Table(Cell|Row|Body|Head)?|FormControlLabel|Switch',
    ),
  },
  {
    name: 'schemas',
    test: anyOf(library('zod'), own('texts', 'values/recordFields', 'shared/http/readQuery')),
  },
  {
    name: 'dialogs',
    test: anyOf(
      mui('Modal|Dialog\\w*|Fade|Backdrop|Portal|Unstable_TrapFocus|transitions'),
      library('react-transition-group'),
      own('dealer/card/PaymentDialog'),
    ),
  },
  { name: 'tabs', test: anyOf(mui('Tab|Tabs|TabScrollButton'), own('shared/ui/AddressTabs')) },
  {
    name: 'menus',
    test: anyOf(
      mui('Popover|Menu\\w*|List|ListItem(Icon|Text)|Divider|Grow|Select[\\\\/]utils'),
      own('shared/layout/AdminLinks'),
    ),
  },
];

/**
 * Modules that pages load together, one file per group; a module belongs to the first that names it. Left to itself the
 * bundler makes a file for each set of pages that share a module: 86 requests for one page of the administration.
 * The order decides, not `priority`: rolldown takes a negative one for the highest.
 */
export const groups = [
  ...shared.map((group) => ({ ...group, includeDependenciesRecursively: false })),
  ...foundations,
  ...(['controls', 'admin-shell', 'records'] as const).map((file) => ({
    name: (id: string, graph: Graph) => (fileOfAdmin(id, graph) === file ? file : null),
    debugName: file,
    minShareCount: file === 'records' ? 8 : 1,
    includeDependenciesRecursively: false,
  })),
];
