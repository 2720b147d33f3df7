import {
  type Account,
  type ApprovalEffect,
  type ChangeNote,
  type NewRateEffect,
  type Note,
  type PreviewRates,
  paths,
  type RateEffectInput,
} from '@portal/contract';
import type { DealerRole } from '@portal/domain/values';
import { type CommandMeta, change, command, post, postFile } from './command.ts';
import { askAbout } from './many.ts';

const setApproval = (id: string, isApproved: boolean, meta?: CommandMeta) =>
  command('PATCH', paths.admin.approval(id), { isApproved }, meta);

/** What an erasure confirms. */
export interface ErasureChoices {
  /** Money stays without recipient. */
  readonly confirm_open_money?: true;
  /** Takes what belongs to addresses of other users too. */
  readonly include_withheld?: true;
}

/** Commands about users, companies with their prices, messages and mails. */
export const people = {
  approveUser: (id: string) => setApproval(id, true),
  disapproveUser: (id: string, meta?: CommandMeta) => setApproval(id, false, meta),
  resetSecondFactor: (id: string, meta?: CommandMeta) =>
    command('DELETE', paths.admin.secondFactor(id), {}, meta),
  changeDealerRole: (id: string, body: { readonly role: DealerRole; readonly reason?: string | undefined }) =>
    command('PATCH', paths.admin.dealerRole(id), body),
  /** Deletes a user if need be, and erases the personal data. */
  eraseUser: (id: string, choices: ErasureChoices, meta?: CommandMeta) =>
    command<object>('DELETE', `${paths.admin.user(id)}?erase=true`, choices, meta),
  /** Starts a read-only view of a dealer's pages, in this session. */
  viewAs: (id: string) => post(paths.admin.viewAs(id)),

  setDemoStatus: (accountId: string, isDemo: boolean, meta?: CommandMeta) =>
    change<Account>('PUT', paths.admin.demoStatus(accountId), { is_demo_account: isDemo }, meta),
  releaseOrderHold: (accountId: string, meta?: CommandMeta) =>
    post(paths.admin.releaseOrderHold(accountId), {}, meta),
  changePromotion: (accountId: string, body: object, meta?: CommandMeta) =>
    change<Account>('PATCH', paths.admin.promotionalPricing(accountId), body, meta),
  /** The rate of the user's company. */
  changeReaderRate: (userId: string, body: object, meta?: CommandMeta) =>
    command('PATCH', paths.admin.readerRate(userId), body, meta),
  /** The effect of a price on the next invoice; nothing is recorded. */
  rateEffect: (accountId: string, input: RateEffectInput) => post(paths.admin.rateEffect(accountId), input),
  /** The effect of one default rate on the next invoices of these companies; nothing is recorded. */
  previewRates: (all: readonly string[], rate: Omit<PreviewRates, 'ids'>) =>
    askAbout(all, (ids) => post<readonly NewRateEffect[]>(paths.admin.previewRates, { ids, ...rate })),
  cancelAnnouncedRate: (accountId: string, body: object, meta?: CommandMeta) =>
    post(paths.admin.cancelAnnouncedRate(accountId), body, meta),
  askForPaymentMethod: (accountId: string) => post(paths.admin.askForPaymentMethod(accountId)),

  changeNote: (id: string, body: ChangeNote) => command('PATCH', paths.admin.note(id), body),
  addNoteFile: (id: string, file: File) =>
    postFile<Note>(paths.admin.noteFiles(id), file, { name: file.name }, file.type),
  removeNoteFile: (id: string, fileId: string) => command('DELETE', paths.admin.noteFile(id, fileId), {}),
  deleteNote: (id: string) => command('DELETE', paths.admin.note(id), {}),

  markAnswered: (messageId: string) => command('PATCH', paths.admin.contact(messageId), { answered: true }),
  sendMailAgain: (id: string) => post(paths.admin.sendMailAgain(id), {}),
};

/** States the result and no revision, so that another administrator's edit does not refuse it. */
const setStatus = (id: string, status: 'active' | 'inactive', meta?: CommandMeta) =>
  command('PATCH', paths.admin.site(id), { status }, meta);

/** Commands about sites and migrations. */
export const sites = {
  approveSite: (id: string) => setStatus(id, 'active'),
  /** What approving these sites would add; nothing is changed. */
  previewApprovals: (ids: readonly string[]) => post<ApprovalEffect>(paths.admin.previewApprovals, { ids }),
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
    body: {
      readonly custom_reader_rate: string | number | null;
      readonly effective_from?: string | null | undefined;
    },
    meta?: CommandMeta,
  ) => command('PATCH', paths.admin.site(id), body, meta),
  cancelAnnouncedSiteRate: (id: string, body: object, meta?: CommandMeta) =>
    post(paths.admin.cancelAnnouncedSiteRate(id), body, meta),

  approveMigration: (id: string) => post(paths.admin.approveMigration(id), {}),
};
