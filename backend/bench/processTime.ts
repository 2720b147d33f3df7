import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** Clock ticks a second in /proc. */
const TICKS = 100;

/** What processes use in a time, in percent of a core. @param used ticks that each has used so far */
export async function percentsOfCore(
  seconds: number,
  ...used: readonly (() => Promise<number>)[]
): Promise<readonly number[]> {
  const before = await Promise.all(used.map((ticks) => ticks()));
  await sleep(seconds * 1_000);
  const after = await Promise.all(used.map((ticks) => ticks()));
  return after.map((ticks, index) => ((ticks - (before[index] ?? 0)) / TICKS / seconds) * 100);
}

/** Ticks that a process has used, `withChildren` those of its children as well, also of ended ones. */
export async function ticksOf(pid: number, withChildren = false): Promise<number> {
  const { own, ended } = await statOf(pid);
  if (!withChildren) return own;
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const all = await Promise.all(pids.map((other) => statOf(other).catch(() => null)));
  return all.reduce((sum, one) => sum + (one?.parent === pid ? one.own : 0), own + ended);
}

/** Fields of /proc/PID/stat; the name in parentheses may contain spaces. */
async function statOf(pid: number): Promise<{ parent: number; own: number; ended: number }> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [utime = 0, stime = 0, cutime = 0, cstime = 0] = fields.slice(11, 15);
  return { parent: fields[1] ?? 0, own: utime + stime, ended: cutime + cstime };
}

/** Resident memory of a process in megabytes: what it holds now, or the most it has held. */
export async function megabytesOf(pid: number, field: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1_024;
}
