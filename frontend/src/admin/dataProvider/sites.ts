import { paths } from '@portal/contract';
import { type CommandMeta, command, post } from './command.ts';

/** States the result and no revision, so that another administrator's edit does not refuse it. */
const setStatus = (id: string, status: 'active' | 'inactive', meta?: CommandMeta) =>
  command('PATCH', paths.admin.site(id), { status }, meta);

/** Commands about sites and migrations. */
export const sites = {
  approveSite: (id: string) => setStatus(id, 'active'),
  deactivateSite: (id: string, meta?: CommandMeta) => setStatus(id, 'inactive', meta),
  reactivateSite: (id: string, meta?: CommandMeta) => setStatus(id, 'active', meta),
  answerReaderChange: (
    id: string,
    body: { readonly approved: boolean; readonly number_of_readers: string },
    meta?: CommandMeta,
  ) => post(paths.admin.siteReaderChange(id), body, meta),
  /** The site's own rate; null removes it. */
  changeSiteRate: (
    id: string,
    body: { readonly custom_reader_rate: string | null; readonly effective_from?: string | null | undefined },
    meta?: CommandMeta,
  ) => command('PATCH', paths.admin.site(id), body, meta),
  cancelAnnouncedSiteRate: (id: string, body: object, meta?: CommandMeta) =>
    post(paths.admin.cancelAnnouncedSiteRate(id), body, meta),

  approveMigration: (id: string) => post(paths.admin.approveMigration(id), {}),
};
