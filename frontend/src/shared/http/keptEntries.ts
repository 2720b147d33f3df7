interface Entry {
  readonly entered: unknown;
  /** What the form showed before. */
  readonly base: unknown;
}

/** What was entered in a form, by field. */
type Entries = Readonly<Record<string, Entry>>;

/** A form on the page whose entries are kept if the session ends. */
interface OpenForm {
  /** Id of its user. */
  readonly user: string;
  /** Identifies form and record. */
  readonly name: string;
  /** Title of its dialog, which is closed after the sign-in; null for a form of the page itself. */
  readonly dialog: string | null;
  /** Path of its page. */
  readonly page: string;
  /** When it was opened, in ms. */
  readonly since: number;
  /** The changed fields. */
  readonly entries: () => Entries;
}

interface KeptForm extends Pick<OpenForm, 'dialog' | 'page'> {
  readonly entries: Entries;
}

/** Kept forms by name; of one user, in this tab. */
interface Kept {
  readonly user: string;
  /** When the session had ended, in ms. */
  readonly at: number;
  readonly forms: Readonly<Record<string, KeptForm>>;
}

const KEPT = 'portal-kept-entries';
/** Time of the last Logout in any tab. */
const LOGGED_OUT = 'portal-logged-out';
const LONGEST_MS = 24 * 3_600_000;
const SENSITIVE = /password|secret|token|code|key|card/i;

const open = new Set<OpenForm>();

function stored(): Kept | null {
  const text = sessionStorage.getItem(KEPT);
  if (text === null) return null;
  const kept = JSON.parse(text) as Kept;
  const loggedOut = Number(localStorage.getItem(LOGGED_OUT));
  return Date.now() - kept.at <= LONGEST_MS && kept.at > loggedOut ? kept : null;
}

function store(kept: Kept | null): void {
  if (kept === null || Object.keys(kept.forms).length === 0) sessionStorage.removeItem(KEPT);
  else sessionStorage.setItem(KEPT, JSON.stringify(kept));
}

/** Undefined where the browser refuses storage. */
export function withStorage<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}

/** Keeps a form's entries for the same user's next session, up to a day; no sensitive fields. */
export function keepForm({ user, name, dialog, page, since, entries }: OpenForm): void {
  withStorage(() => {
    const kept = Object.fromEntries(Object.entries(entries()).filter(([field]) => !SENSITIVE.test(field)));
    // a Logout in another tab ended the session
    if (Object.keys(kept).length === 0 || since <= Number(localStorage.getItem(LOGGED_OUT))) return;
    const before = stored();
    const forms = before?.user === user ? before.forms : {};
    const form = { entries: kept, dialog, page };
    store({ user, at: Date.now(), forms: { ...forms, [name]: form } });
  });
}

/** Keeps the entries of every open form: the session has ended. */
export function keepOpenForms(): void {
  for (const form of open) keepForm(form);
}

/** @returns what ends it */
export function watchForm(form: OpenForm): () => void {
  open.add(form);
  return () => void open.delete(form);
}

/** Takes back the entries of a user's form; null where there are none. */
export const takeEntries = (user: string, name: string): Entries | null =>
  withStorage(() => {
    const kept = stored();
    if (kept === null || kept.user !== user) return null;
    const { [name]: form, ...forms } = kept.forms;
    store({ ...kept, forms });
    return form?.entries;
  }) ?? null;

/** The titles of a user's closed dialogs on a page that have kept entries; each is told once. */
export const takeDialogsOf = (user: string, page: string): readonly string[] =>
  withStorage(() => {
    const kept = stored();
    if (kept === null || kept.user !== user) return [];
    const titles = Object.values(kept.forms).flatMap((form) =>
      form.page === page ? (form.dialog ?? []) : [],
    );
    const forms = Object.entries(kept.forms).map(([name, form]) => [
      name,
      form.page === page ? { ...form, dialog: null } : form,
    ]);
    store({ ...kept, forms: Object.fromEntries(forms) });
    return titles;
  }) ?? [];

/** Drops what is kept too long or for another user. */
export function dropOthersEntries(user: string): void {
  withStorage(() => {
    const kept = stored();
    store(kept?.user === user ? kept : null);
  });
}

/** After Logout nothing is kept, in no tab. */
export function dropEntries(): void {
  withStorage(() => {
    store(null);
    localStorage.setItem(LOGGED_OUT, String(Date.now()));
  });
}
