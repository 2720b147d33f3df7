import { Presets, SingleBar } from 'cli-progress';

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
type CountText = (done: number, total: number) => string;

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

/** Shows progress, e.g. `billing 1,200 of 3,400 companies`: as a bar on a terminal, otherwise as lines. */
export function progressPrinter(
  verb: string,
  things: string,
  output: ProgressOutput = process.stdout,
  now: () => number = Date.now,
): Progress {
  const text: CountText = (done, total) =>
    `${verb} ${number.format(done)} of ${number.format(total)} ${things}`;
  return output.isTTY === true
    ? progressBar(output, text)
    : progressLines((line) => output.write(`${line}\n`), now, text);
}

export interface Progress {
  show(done: number, total: number): void;
  end(): void;
}

function progressBar(stream: ProgressOutput, countText: CountText): Progress {
  const bar = new SingleBar(
    {
      stream,
      format: (_options, { progress }, { text }: { text: string }) =>
        `[${'#'.repeat(Math.round(progress * 30)).padEnd(30, '.')}] ${Math.floor(progress * 100)}% ${text}`,
      hideCursor: true,
      noTTYOutput: false,
    },
    Presets.legacy,
  );
  let over = false;
  const end = () => bar.stop();
  return {
    show(done, total) {
      if (over || total === 0) return;
      const text = countText(done, total);
      if (!bar.isActive) bar.start(total, done, { text });
      bar.setTotal(total);
      bar.update(done, { text });
      over = done === total;
      if (over) end();
    },
    end,
  };
}

function progressLines(print: (line: string) => void, now: () => number, countText: CountText): Progress {
  let tenth = -1;
  let last = Number.NEGATIVE_INFINITY;
  let over = false;
  return {
    show(done, total) {
      if (over || total === 0) return;
      over = done === total;
      const reached = Math.floor((done / total) * 10);
      if (!over && (reached === tenth || now() - last < LINE_INTERVAL_MS)) return;
      tenth = reached;
      last = now();
      print(countText(done, total));
    },
    end: () => undefined,
  };
}
