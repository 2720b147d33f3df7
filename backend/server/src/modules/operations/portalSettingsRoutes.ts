import { paths, portalSettingsSchema, settingsHistorySchema } from '@portal/contract';
import { type Route, route } from '../../platform/http/route.ts';
import { namesOfAdministrators } from '../users/module.ts';
import type { OperationPorts } from './ports.ts';

type Ports = Pick<OperationPorts, 'portalSettings' | 'adminSecondFactor' | 'db' | 'today'>;

/** Settings of administrators, and the history of their changes. */
export function portalSettingsRoutes(ports: Ports): Route[] {
  const { portalSettings } = ports;
  return [
    route('GET', paths.admin.portalSettings, 'admin', {
      summary: "The portal's settings",
      answers: { 200: portalSettingsSchema },
      handler: async () => ({ body: await portalSettings.read() }),
    }),
    route('PATCH', paths.admin.portalSettings, 'admin', {
      summary: 'Change settings; omitted ones do not change',
      answers: { 200: portalSettingsSchema },
      body: portalSettingsSchema.partial(),
      handler: async ({ body, caller, command }) => ({
        body: await portalSettings.change(body, { userId: caller.id, at: command.time }),
      }),
    }),
    route('GET', paths.admin.settingsHistory, 'admin', {
      summary: 'History of the settings',
      answers: { 200: settingsHistorySchema },
      handler: async () => {
        const { changes, last } = await portalSettings.history();
        const ids = [...changes, ...last.values()].map(({ by }) => by);
        const nameOf = await namesOfAdministrators(ports, ids);
        const named = [...last].map(([setting, { at, by }]) => [setting, { at, by: nameOf(by) }]);
        return {
          body: {
            changes: changes.map((change) => ({ ...change, by: nameOf(change.by) })),
            last: Object.fromEntries(named),
            second_factor_fixed: ports.adminSecondFactor === 'required',
          },
        };
      },
    }),
  ];
}
