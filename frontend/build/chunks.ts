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
    elsewhere: reached(graph, PAGES, 'import()', /[\\/]src[\\/]admin[\\/]/),
    always: reached(graph, [ADMIN_ENTRY], 'import', MUI),
  };
  if (id === ADMIN_ENTRY || ofPages.elsewhere.has(id) || /(Autocomplete|Slider|LinearProgress)[\\/]/.test(id))
    return null;
  if (MUI.test(id)) return 'controls';
  return ofPages.always.has(id) ? 'admin-shell' : 'records';
}

const anyOf = (...tests: readonly RegExp[]) => new RegExp(tests.map(({ source }) => source).join('|'));
const library = (names: string) => new RegExp(`node_modules[\\\\/](${names})[\\\\/]`);
const mui = (names: string) => library(`@mui[\\\\/]material[\\\\/](?:esm[\\\\/])?(?:${names})`);
const own = (names: string) =>
  new RegExp(`(frontend|contract|domain)[\\\\/]src[\\\\/](${names.replaceAll('/', '[\\\\/]')})\\.tsx?$`);

/** A module belongs to the first group that names it, along with what it imports. */
const inOrder = [
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
      own('shared/theme/Icon|values/names'),
    ),
  },
  { name: 'http', test: own('shared/http/http|shared/toast/dismissing|shared/session/logOut|paths') },
  { name: 'utils', test: anyOf(library('@mui[\\\\/]utils'), mui('utils')) },
  {
    name: 'basics',
    test: anyOf(
      mui('Paper|Stack'),
      own('shared/(http/useCommand|ui/Notice)|values/(limits|choices|siteTexts)'),
    ),
  },
  {
    name: 'figures',
    test: anyOf(
      mui('Skeleton|useMediaQuery'),
      own('shared/(text|months|ui/(Facts|StatusBadge|Skeletons|LoadProblem))|values/(money|days)'),
    ),
  },
  {
    name: 'inputs',
    test: mui('InputBase|OutlinedInput|TextareaAutosize|FormControl|FormLabel|FormHelperText|InputLabel'),
  },
  { name: 'schemas', test: anyOf(library('zod'), own('texts')) },
  { name: 'messages', test: own('plainMessage') },
  {
    name: 'forms',
    test: anyOf(library('@hookform'), own('shared/form/(Field|select|Form|problems|useZodForm)')),
  },
  {
    name: 'dialogs',
    test: anyOf(
      mui('Modal|Dialog\\w*|Fade|Backdrop|Portal|Unstable_TrapFocus|transitions'),
      library('react-transition-group'),
    ),
  },
  { name: 'tabs', test: mui('Tab|Tabs|TabScrollButton') },
  { name: 'tables', test: mui('Table(Cell|Row|Body|Head)?') },
  { name: 'checks', test: mui('FormControlLabel|Switch|Checkbox') },
  { name: 'selects', test: mui('\\w*Select|Input|FilledInput|TextField') },
  { name: 'menus', test: mui('Popover|Menu\\w*|List\\w*|Divider|Grow') },
];

/**
 * Modules that pages load together, one file per group. Left to itself the bundler makes a file for each set of pages
 * that share a module: 86 requests for one page of the administration.
 */
export const groups = [
  ...inOrder.map((group, place) => ({ ...group, priority: inOrder.length - place })),
  ...(['controls', 'admin-shell', 'records'] as const).map((file, place) => ({
    name: (id: string, graph: Graph) => (fileOfAdmin(id, graph) === file ? file : null),
    debugName: file,
    minShareCount: file === 'records' ? 12 : 1,
    includeDependenciesRecursively: false,
    priority: -1 - place,
  })),
];
