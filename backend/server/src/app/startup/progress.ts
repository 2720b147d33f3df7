import { Presets, SingleBar } from 'cli-progress';

/** Where the start is printed to; standard output in earnest. */
export interface ProgressOutput extends NodeJS.WritableStream {
  readonly isTTY?: boolean;
}

export interface StartupReport {
  /** Where the portal answers, e.g. `http://127.0.0.1:3000`. */
  readonly url: string;
  /** The first administrator, when this start generated the password: nothing else ever shows it again. */
  readonly administrator?: { readonly username: string; readonly password: string } | undefined;
}

/** What a person sees of a start. */
export interface StartupPrinter {
  /** Begins a step, e.g. `preparing database`. */
  step(text: string): void;
  /** Events replayed so far, of how many. Called as often as one likes. */
  replaying(done: number, total: number): void;
  /** Steps of the demo's history that are done, of how many. */
  filling(done: number, total: number): void;
  /** The last line: the start is over. */
  ready(report: StartupReport): void;
  /** Ends a bar that is on the screen, before an error is printed. */
  abandon(): void;
}

/** Without a terminal a line is printed for each tenth of the way, at most one in this time. */
const LINE_INTERVAL_MS = 1_000;

const number = new Intl.NumberFormat('en-US');
/** Such as `replaying 1,200 of 3,400 events`. */
const counted =
  (verb: string, things: string): CountText =>
  (done, total) =>
    `${verb} ${number.format(done)} of ${number.format(total)} ${things}`;

type CountText = (done: number, total: number) => string;

/** Prints a start: plain lines, and on a terminal a bar while events are replayed. */
export function startupPrinter(
  output: ProgressOutput = process.stdout,
  now: () => number = Date.now,
): StartupPrinter {
  const print = (line: string) => output.write(`${line}\n`);
  const wayOf = (text: CountText) =>
    output.isTTY === true ? wayAsBar(output, text) : wayAsLines(print, now, text);
  const replay = wayOf(counted('replaying', 'events'));
  const fill = wayOf(counted('filling', 'steps of history'));
  const end = () => {
    replay.end();
    fill.end();
  };
  return {
    step(text) {
      end();
      print(`${text.charAt(0).toUpperCase()}${text.slice(1)} …`);
    },
    replaying: (done, total) => replay.show(Math.min(done, total), total),
    filling: (done, total) => fill.show(Math.min(done, total), total),
    ready({ url, administrator }) {
      end();
      if (administrator !== undefined) {
        print(
          `Administrator: username ${administrator.username}, password ${administrator.password} (generated, shown only this once)`,
        );
      }
      print(`The portal is ready at ${url}`);
    },
    abandon: end,
  };
}

/** Shows how far one thing has come, e.g. `billing 1,200 of 3,400 companies`: a bar on a terminal, lines else. */
export function progressPrinter(
  verb: string,
  things: string,
  output: ProgressOutput = process.stdout,
  now: () => number = Date.now,
): Way {
  const text = counted(verb, things);
  return output.isTTY === true
    ? wayAsBar(output, text)
    : wayAsLines((line) => output.write(`${line}\n`), now, text);
}

/** How far something has come, as it is shown. */
export interface Way {
  show(done: number, total: number): void;
  end(): void;
}

function wayAsBar(output: ProgressOutput, countText: CountText): Way {
  let bar: SingleBar | null = null;
  let over = false;
  const end = () => {
    bar?.stop();
    bar = null;
  };
  return {
    show(done, total) {
      if (over || total === 0) return;
      if (bar === null) {
        bar = new SingleBar(
          {
            stream: output,
            format: (_options, { progress }, { text }: { text: string }) =>
              `[${'#'.repeat(Math.round(progress * 30)).padEnd(30, '.')}] ${Math.floor(progress * 100)}% ${text}`,
            hideCursor: true,
            noTTYOutput: false,
          },
          Presets.legacy,
        );
        bar.start(total, done, { text: countText(done, total) });
      }
      bar.setTotal(total);
      bar.update(done, { text: countText(done, total) });
      over = done === total;
      if (over) end();
    },
    end,
  };
}

function wayAsLines(print: (line: string) => void, now: () => number, countText: CountText): Way {
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
