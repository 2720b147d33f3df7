import { makeRecipientOfFirstUserWhoJoins } from './makeRecipientOfFirstUserWhoJoins.ts';
import { openAccountOnDealerRegistered } from './openAccountOnDealerRegistered.ts';
import { passOnWhatAUserLeaves } from './passOnWhatAUserLeaves.ts';
import type { Process } from './process.ts';
import { showDealerIdOnUserApproved } from './showDealerIdOnUserApproved.ts';

/** Every process of the portal. */
export const processes: readonly Process[] = [
  openAccountOnDealerRegistered,
  showDealerIdOnUserApproved,
  passOnWhatAUserLeaves,
  makeRecipientOfFirstUserWhoJoins,
];
