/** Papers that a mail can carry: an invoice by the invoice's id, a receipt by the order's. */
export const PAPERS = ['invoice', 'receipt'] as const;
export type Paper = (typeof PAPERS)[number];

/**
 * A paper that goes with a mail. The outbox keeps which one it is, not its bytes: it is printed when the mail is sent,
 * from facts that don't change.
 */
export interface Attachment {
  readonly paper: Paper;
  readonly id: string;
  /** With its ending, e.g. `INV-202612-0001.pdf`. */
  readonly filename: string;
}

/** An attachment as it goes to the mail server. */
export interface PrintedAttachment {
  readonly filename: string;
  readonly content: Buffer;
}

/** Port: prints a paper as PDF. @throws Error where it can't be printed yet; the mail is tried again */
export type Printers = { readonly [P in Paper]?: (id: string) => Promise<Buffer> };

/** The attachments of one mail, printed. @throws Error where one can't be printed */
export function printed(
  attachments: readonly Attachment[],
  printers: Printers,
): Promise<readonly PrintedAttachment[]> {
  return Promise.all(
    attachments.map(async ({ paper, id, filename }) => {
      const print = printers[paper];
      if (print === undefined) throw new Error(`Nobody prints a paper of the kind ${paper}`);
      return { filename, content: await print(id) };
    }),
  );
}
