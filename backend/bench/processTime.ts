import { readdir, readFile } from 'node:fs/promises';

/** Clock ticks a second in /proc. */
export const TICKS = 100;

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
