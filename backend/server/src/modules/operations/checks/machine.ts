import { stat, statfs } from 'node:fs/promises';
import type { DiskSpace, MachinePorts } from '../check.ts';
import { type Finding, type MachineFindings, SYSTEM } from '../check.ts';

const MAX_SKEW_MS = 2_000;

/** A busy machine may look off for a moment. */
const AFTER_MS = 90_000;

/** Compares the portal's clock, which dates events and invoices, with the database's. */
export async function clockSkew({ db, clock, host }: MachinePorts): Promise<MachineFindings> {
  const before = clock().getTime();
  const { rows } = await db.query<{ time: Date }>('SELECT clock_timestamp() AS time');
  const after = clock().getTime();
  const theirs = new Date(rows[0]?.time ?? before).getTime();
  // the database read its clock during the call
  const off = theirs < before ? before - theirs : Math.max(0, theirs - after);
  if (off < MAX_SKEW_MS) return { findings: [], subjects: [host] };
  const finding: Finding = {
    subject: host,
    severity: 'warning',
    title: `The portal's clock is ${Math.round(off / 1_000)} seconds off the database's.`,
    todo: `Use the same time server on ${host} and the database's machine: events, invoices and sign-in codes depend on the time.`,
    link: SYSTEM,
    afterMs: AFTER_MS,
  };
  return { findings: [finding], subjects: [host] };
}

/** @returns null for a folder that is not there */
export async function diskSpaceOf(folder: string): Promise<DiskSpace | null> {
  try {
    const [{ dev: device }, { bavail, blocks, bsize }] = await Promise.all([stat(folder), statfs(folder)]);
    return { device, free: bavail * bsize, total: blocks * bsize };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

const GIB = 1024 ** 3;

/** Disks with less free space than set, each once; critical below half of that. */
export async function lowDisk({ host, ...ports }: MachinePorts): Promise<MachineFindings> {
  const { low_disk_percent: least } = await ports.settings();
  const findings: Finding[] = [];
  const subjects = new Set<string>();
  for (const folder of ports.folders) {
    const space = await ports.diskSpace(folder);
    if (space === null || space.total === 0) continue;
    const subject = `${host} ${space.device}`;
    if (subjects.has(subject)) continue;
    subjects.add(subject);
    const percent = (space.free / space.total) * 100;
    if (percent >= least) continue;
    const severity = percent < least / 2 ? 'critical' : 'warning';
    findings.push({
      subject,
      severity,
      // acknowledging a warning does not acknowledge a critical state
      mark: severity,
      title: `Only ${Math.floor(percent)}% of the disk is free (${(space.free / GIB).toFixed(1)} GB).`,
      todo: `Free space on the disk of ${folder} on ${host}, or use a larger one: when it is full, nothing can be recorded.`,
      link: { path: '/settings', label: 'Open the settings' },
    });
  }
  return { findings, subjects: [...subjects] };
}

/** Requests through a proxy that is not trusted: limits on sign-in then count all people as one. */
export function untrustedProxies(proxy: string | null, host: string): MachineFindings {
  if (proxy === null) return { findings: [], subjects: [host] };
  const finding: Finding = {
    subject: host,
    severity: 'critical',
    title:
      'Requests arrive through a proxy that the portal does not know, so all people count as one address.',
    todo: `Add ${proxy} to TRUST_PROXY if it is your proxy, and restart the portal. Otherwise 55 wrong passwords of anybody block the sign-in of everybody.`,
    link: SYSTEM,
    mark: proxy,
  };
  return { findings: [finding], subjects: [host] };
}
