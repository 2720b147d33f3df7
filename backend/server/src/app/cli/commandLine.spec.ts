import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { counted, readCommandLine, understood } from './commandLine.ts';

/** What a command line with this usage prints, and its exit code. */
function ended(...parameters: string[]) {
  const { argv } = process;
  onTestFinished(() => {
    process.argv = argv;
    vi.restoreAllMocks();
  });
  process.argv = ['node', 'audit', ...parameters];
  const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const err = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  understood((given) => readCommandLine(given, { seal: { type: 'string' } }, 'usage'));
  return { out: out.mock.calls.flat(), err: err.mock.calls.flat(), code: exit.mock.calls.flat()[0] };
}

describe('a command line', () => {
  it.each([[['--help']], [['-h']], [['verify', '--seal', '--help']]])(
    'prints its usage alone for %j',
    (given) => {
      expect(ended(...given)).toEqual({ out: ['usage\n'], err: [], code: 0 });
    },
  );

  it('names what it does not know', () => {
    const { out, err, code } = ended('--all');
    expect(err[0]).toMatch(/^Unknown option '--all'.*\nusage\n$/s);
    expect({ out, code }).toEqual({ out: [], code: 1 });
  });
});

it.each([
  [0, '0 keys are'],
  [1, '1 key is'],
  [1_200, '1,200 keys are'],
])('counts %d with its noun', (count, text) => {
  expect(counted(count, 'key is', 'keys are')).toBe(text);
});
