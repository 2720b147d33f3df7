import {
  accountStream,
  contactStream,
  disputeStream,
  migrationStream,
  noteStream,
  orderStream,
  type PortalEvent,
  siteStream,
  userStream,
} from '@portal/domain';
import type { Bench } from './harness.ts';
import { siteDetails } from './history.ts';

/** Contained in every personal field of {@link markedHistory}. */
export const MARK = 'Zyxw';
const where = {
  siteAddress: `${MARK} Road`,
  siteCity: `${MARK} City`,
  siteState: `${MARK} State`,
  siteZip: `${MARK} Zip`,
};
const texts = { ...where, siteNotes: `${MARK} notes`, additionalInfo: `${MARK} info` };

/** A dealer with all records that have personal fields, and a neighbour whose data is kept. */
export async function markedHistory({ history }: Bench): Promise<{ accountId: string; userId: string }> {
  const { accountId, userId } = await history.dealer(MARK, 1);
  await history.dealer('neighbour', 2);
  const of = { accountId, userId };
  await history.site(accountId, 's1', texts, '2026-02-01');
  await history.add(siteStream('s1'), [accountId], {
    type: 'ReaderChangeRequested',
    data: { siteId: 's1', ...of, readers: 14, note: `${MARK} wants more` },
  });
  // without notes, and one that goes to the neighbour with its address
  await history.site(accountId, 's2', where);
  await history.site(accountId, 'moved', texts);
  await history.add(siteStream('moved'), [accountId, 'account-of-neighbour'], {
    type: 'SiteAssignedToCompany',
    data: {
      siteId: 'moved',
      fromAccountId: accountId,
      accountId: 'account-of-neighbour',
      userId: 'user-neighbour',
      ...siteDetails('Moved'),
    },
  });
  for (const [migrationId, notes] of [
    ['m1', `${MARK} migrates`],
    ['m2', null],
  ] as const) {
    await history.add(migrationStream(migrationId), [accountId], migration(of, migrationId, notes));
  }
  await history.add(orderStream('o1'), [accountId], order(of, 'o1', { withKind: true }));
  await history.add(orderStream('o2'), [accountId], order(of, 'o2', { withKind: false }));
  const dispute = { disputeId: 'd1', accountId, invoiceId: 'i1', userId };
  await history.add(
    disputeStream('d1'),
    [accountId],
    {
      type: 'DisputeOpened',
      data: {
        ...dispute,
        invoiceNumber: 'INV-1',
        line: 0,
        lineName: 'Pier',
        siteId: 's1',
        amountCents: 100,
        question: `${MARK} asks`,
      },
    },
    // an empty string is encrypted too
    {
      type: 'DisputeClosed',
      data: { ...dispute, outcome: 'withdrawn', explanation: '', reissuedAs: null, amountCents: 0 },
    },
  );
  await history.add(
    noteStream('n1'),
    [accountId],
    {
      type: 'NoteWritten',
      data: {
        ...{ noteId: 'n1', accountId, about: 'site', aboutId: 's1', userId: 'boss' },
        text: `${MARK} is noted`,
        mentions: [],
      },
    },
    {
      type: 'NoteEdited',
      data: { noteId: 'n1', accountId, text: `${MARK} is noted again`, mentions: ['boss'] },
    },
    {
      type: 'NoteFileAdded',
      data: {
        ...{ noteId: 'n1', accountId, fileId: 'f1', name: `${MARK} check.pdf` },
        ...{ mediaType: 'application/pdf', size: 7, sha256: 'ab' },
      },
    },
  );
  for (const [contactId, phone] of [
    ['c1', `${MARK} phone`],
    ['c2', null],
  ] as const) {
    await history.add(contactStream(contactId), [], {
      type: 'ContactMessageReceived',
      data: {
        contactId,
        name: MARK,
        email: `${MARK}@example.com`,
        phone,
        subject: 'other',
        message: `${MARK} writes`,
      },
    });
  }
  for (const userId of ['i1', 'i2'])
    await history.add(userStream(userId), [accountId], {
      type: 'ColleagueInvited',
      data: {
        ...{ userId, accountId, name: MARK, email: `${MARK}@example.com`, role: 'viewer' },
        expiresAt: '2026-01-12T12:00:00.000Z',
      },
    });
  await history.add(userStream('i2'), [accountId], {
    type: 'InvitationWithdrawn',
    data: { userId: 'i2', accountId },
  });
  await history.add(accountStream(accountId), [accountId], {
    type: 'PaymentMethodSaved',
    data: {
      accountId,
      livemode: false,
      customerId: 'cus_1',
      paymentMethodId: 'pm_1',
      brand: 'visa',
      last4: '4242',
      expMonth: 12,
      expYear: 2030,
    },
  });
  return of;
}

const migration = (
  of: { accountId: string; userId: string },
  migrationId: string,
  notes: string | null,
): PortalEvent => ({
  type: 'MigrationRequested',
  data: {
    ...of,
    migrationId,
    ...where,
    notes,
    ...migrationFacts,
    includeShipping: false,
    totalCents: 0,
    orderId: null,
  },
});
const migrationFacts = {
  siteName: 'Old Mill',
  system7SiteId: 'S7-17',
  currentSystem: null,
  otherSystem: null,
  controllers: 2,
  cards: 40,
  databaseRequired: true,
  requestedDate: null,
  readers: 8,
  panels: 3,
  hardware: [],
  softwareVersion: null,
  auroraLicense: true,
  reverseNetworkIp: false,
  ca150Panel: false,
  netcom6p: true,
};
const order = (
  of: { accountId: string; userId: string },
  orderId: string,
  { withKind }: { withKind: boolean },
): PortalEvent => ({
  type: 'OrderPlaced',
  data: {
    ...of,
    orderId,
    entries: [
      { id: `${orderId}-m`, name: 'Old Mill', priceCents: 0, ...(withKind ? { kind: 'migration' } : {}) },
    ],
    forms: [{ kind: 'migration', ...where, notes: `${MARK} orders`, ...migrationFacts }],
    items: [],
    totalCents: 0,
    placedOn: '2026-01-05',
  },
});
