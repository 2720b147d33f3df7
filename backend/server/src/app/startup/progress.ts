export interface ProgressOutput extends NodeJS.WritableStream {
  readonly isTTY?: boolean;
}

export interface StartupReport {
  readonly url: string;
  /** Set if this start generated the first administrator's password, which is shown only here. */
  readonly administrator?: { readonly username: string; readonly password: string } | undefined;
}

export type StartupPrinter = ReturnType<typeof startupPrinter>;

/** Without a terminal: one line per tenth, at most one in this time. */
const LINE_INTERVAL_MS = 1_000;

const number = new Intl.NumberFormat('en-US');

export function startupPrinter(output: ProgressOutput = process.stdout, now: () => number = Date.now) {
  const print = (line: string) => output.write(`${line}\n`);
  const replay = progressPrinter('replaying', 'events', output, now);
  const fill = progressPrinter('filling', 'steps of history', output, now);
  const end = () => {
    replay.end();
    fill.end();
  };
  const steps = new Set<string>();
  return {
    /** Begins a step, e.g. `preparing database`. Printed once: a start that waits for a service repeats its steps. */
    step(text: string): void {
      end();
      if (steps.has(text)) return;
      steps.add(text);
      print(`${text.charAt(0).toUpperCase()}${text.slice(1)} …`);
    },
    replaying: (done: number, total: number) => replay.show(Math.min(done, total), total),
    /** Steps of the demo's history. */
    filling: (done: number, total: number) => fill.show(Math.min(done, total), total),
    /** The last line: the start is over. */
    ready({ url, administrator }: StartupReport): void {
      end();
      if (administrator !== undefined) {
        print(
          `Administrator: username ${administrator.username}, password ${administrator.password} (generated, shown only this once)`,
        );
      }
      print(`The portal is ready at ${url}`);
    },
    /** Ends a visible bar before an error is printed. */
    abandon: end,
  };
}

export type Progress = ReturnType<typeof progressPrinter>;

/** Shows progress, e.g. `billing 1,200 of 3,400 companies`: on a terminal as a bar, written over itself; else as lines. */
export function progressPrinter(
  verb: string,
  things: string,
  output: ProgressOutput = process.stdout,
  now: () => number = Date.now,
) {
  const isBar = output.isTTY === true;
  let shown = -1;
  let last = Number.NEGATIVE_INFINITY;
  let over = false;
  return {
    show(done: number, total: number): void {
      if (over || total === 0) return;
      over = done === total;
      const percent = Math.floor((done / total) * 100);
      const reached = isBar ? percent : Math.floor(percent / 10);
      if (!over && (reached === shown || (!isBar && now() - last < LINE_INTERVAL_MS))) return;
      shown = reached;
      last = now();
      const text = `${verb} ${number.format(done)} of ${number.format(total)} ${things}`;
      const bar = '#'.repeat(Math.round(percent * 0.3)).padEnd(30, '.');
      output.write(isBar ? `\r[${bar}] ${percent}% ${text}${over ? '\n' : ''}` : `${text}\n`);
    },
    /** Ends the line of a bar that is not full. */
    end(): void {
      if (!isBar || shown < 0 || over) return;
      output.write('\n');
      shown = -1;
    },
  };
}
