import { setTimeout as sleep } from 'node:timers/promises';
import type { PortalSettings } from '@portal/contract';
import type { ProjectionStatus, Projections } from '@portal/projections';
import type { AlertCheck } from '../check.ts';

/** Where a lease passes from one portal to the next, nobody holds it for some seconds. */
const OWNERLESS_MS = 2 * 60_000;

/** An event that says it is older than it is, as of an import or a restore, is read within this all the same. */
const GLANCE_MS = 2_000;

/** Read models that are further behind the log than administrators allow, or that nobody feeds. */
export function projectionLagCheck(
  projections: Pick<Projections, 'status'>,
  settings: () => Promise<Pick<PortalSettings, 'projection_lag_minutes'>>,
  glanceMs = GLANCE_MS,
): AlertCheck {
  return {
    kind: 'projection_lag',
    async look(signal) {
      const most = (await settings()).projection_lag_minutes * 60;
      const behind = (all: readonly ProjectionStatus[]) =>
        all.filter(({ lagSeconds, caughtUp }) => !caughtUp && lagSeconds >= most);
      let all = await projections.status();
      if (behind(all).length > 0) {
        const before = new Set(behind(all).map(({ projection }) => projection));
        await sleep(glanceMs, undefined, { signal });
        all = (await projections.status()).map((one) =>
          before.has(one.projection) ? one : { ...one, caughtUp: true },
        );
      }
      const late = behind(all);
      const ownerless = all.filter(({ owner }) => owner === null);
      const names = (some: readonly { readonly projection: string }[]) =>
        some
          .map(({ projection }) => projection)
          .sort()
          .join(', ');
      const link = { path: '/system', label: 'Open System' };
      return [
        ...(late.length === 0
          ? []
          : [
              {
                subject: 'late',
                severity: 'warning' as const,
                title: `Pages lag ${Math.floor(Math.max(...late.map(({ lagSeconds }) => lagSeconds)) / 60)} minutes behind what was done.`,
                todo: `Nothing is lost, and they catch up by themselves as far as the machine allows. Behind: ${names(late)}.`,
                link,
              },
            ]),
        ...(ownerless.length === 0
          ? []
          : [
              {
                subject: 'ownerless',
                severity: 'critical' as const,
                title: `Nobody feeds ${ownerless.length === 1 ? '1 read model' : `${ownerless.length} read models`}: pages stand still.`,
                todo: `Start a portal whose PORTAL_ROLES name projections. Waiting: ${names(ownerless)}.`,
                link,
                afterMs: OWNERLESS_MS,
              },
            ]),
      ];
    },
  };
}
