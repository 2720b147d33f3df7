import type pg from 'pg';

/** The part of pg's connection that a submittable query uses (as pg-cursor does). */
interface Wire {
  readonly parsedStatements: Record<string, string>;
  readonly stream: { cork(): void; uncork(): void };
  parse(message: { name: string; text: string; types: number[] }): void;
  bind(message: { statement: string; portal: string; values: readonly Parameter[]; binary: boolean }): void;
  execute(message: { portal: string; rows: number }): void;
  sync(): void;
}

/** A parameter as it goes over the wire: text, or bytes in PostgreSQL's binary format. */
export type Parameter = string | Buffer | null;

/** A prepared statement; the name identifies the text on every connection. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/**
 * One execution of a prepared statement without column descriptions; `onRow` gets the columns as text. It resolves at
 * ReadyForQuery, because CommandComplete arrives before the commit.
 */
class PreparedCall implements pg.Submittable {
  readonly name: string;
  readonly text: string;
  readonly #values: readonly Parameter[];
  readonly #onRow: (fields: readonly string[]) => void;
  readonly #settle: (error: Error | null) => void;
  #failure: Error | null = null;

  constructor(
    statement: Statement,
    values: readonly Parameter[],
    onRow: (fields: readonly string[]) => void,
    settle: (error: Error | null) => void,
  ) {
    this.name = statement.name;
    this.text = statement.text;
    this.#values = values;
    this.#onRow = onRow;
    this.#settle = settle;
  }

  submit(connection: pg.Connection): void {
    const wire = connection as unknown as Wire;
    wire.stream.cork();
    try {
      if (wire.parsedStatements[this.name] === undefined) {
        wire.parse({ name: this.name, text: this.text, types: [] });
      }
      wire.bind({ statement: this.name, portal: '', values: this.#values, binary: false });
      wire.execute({ portal: '', rows: 0 });
      wire.sync();
    } finally {
      wire.stream.uncork();
    }
  }

  handleDataRow(message: { fields: readonly string[] }): void {
    if (this.#failure !== null) return;
    try {
      this.#onRow(message.fields);
    } catch (error) {
      this.#failure = error instanceof Error ? error : new Error(String(error));
    }
  }

  handleRowDescription(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}

  handleError(error: Error): void {
    this.#settle(error);
  }

  handleReadyForQuery(): void {
    this.#settle(this.#failure);
  }
}

/** Runs `statement` on `client`; `onRow` is called with each row's columns as texts. */
export function call(
  client: pg.ClientBase,
  statement: Statement,
  values: readonly Parameter[],
  onRow: (fields: readonly string[]) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (error: Error | null) => (error === null ? resolve() : reject(error));
    client.query(new PreparedCall(statement, values, onRow, settle));
  });
}
