/**
 * A paper that goes with a mail. The outbox keeps which one it is, not its bytes: it is printed when the mail is sent,
 * from facts that don't change.
 */
export interface Attachment {
  /** The kind of paper, which {@link Printers} knows, and the record's id. */
  readonly paper: string;
  readonly id: string;
  /** With its ending, e.g. `INV-202612-0001.pdf`. */
  readonly filename: string;
}

/** An attachment as it goes to the mail server. */
export interface PrintedAttachment {
  readonly filename: string;
  readonly content: Buffer;
}

/** Port: prints a kind of paper as PDF, by the record's id. @throws Error where it can't be printed yet; the mail is tried again */
export type Printers = Readonly<Record<string, (id: string) => Promise<Buffer>>>;

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
