/** An attachment in the outbox: a reference to a document that is rendered when the mail is sent, from facts that don't change. */
export interface Attachment {
  /** The kind of document, a key of {@link Printers}, and the record's id. */
  readonly paper: string;
  readonly id: string;
  /** E.g. `INV-202612-0001.pdf`. */
  readonly filename: string;
}

/** An attachment for the mail server. */
export interface PrintedAttachment {
  readonly filename: string;
  readonly content: Buffer;
}

/** Port: renders each kind of document as PDF, by the record's id. @throws Error if not possible yet; the mail is retried */
export type Printers = Readonly<Record<string, (id: string) => Promise<Buffer>>>;

/** @throws Error if an attachment can't be rendered */
export function printed(
  attachments: readonly Attachment[],
  printers: Printers,
): Promise<readonly PrintedAttachment[]> {
  return Promise.all(
    attachments.map(async ({ paper, id, filename }) => {
      const print = printers[paper];
      if (print === undefined) throw new Error(`There is no printer for ${paper}`);
      return { filename, content: await print(id) };
    }),
  );
}
