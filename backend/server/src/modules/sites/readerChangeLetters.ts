import type { Letter } from '../../platform/mail/letter.ts';

/** The letters about a dealer's request for another reader count (document 2, section 6: an administrator decides). */

export interface ReaderChangeFacts {
  readonly siteName: string;
  readonly city: string;
  readonly state: string;
  /** How many there were when it was written about. */
  readonly readers: number;
  readonly requested: number;
  /** The page that the button opens. */
  readonly url: string;
}

const facts = (site: ReaderChangeFacts, now: string): Letter['blocks'][number] => ({
  kind: 'facts',
  facts: [
    ['Site', site.siteName],
    ['Place', `${site.city}, ${site.state}`],
    [now, String(site.readers)],
    ['Readers requested', String(site.requested)],
  ],
});

/** To administrators (`admin_site_created`). */
export function readerChangeAwaitsDecision(
  site: ReaderChangeFacts & { readonly company: string; readonly note: string | null },
): Letter {
  return {
    subject: 'A reader change waits for your decision',
    preheader: `${site.company} asks for ${site.requested} readers at ${site.siteName}.`,
    title: 'A dealer asks for another reader count',
    blocks: [
      {
        kind: 'paragraph',
        text: `${site.company} asks for ${site.requested} instead of ${site.readers} readers.`,
      },
      facts(site, 'Readers now'),
      ...(site.note === null ? [] : [{ kind: 'paragraph' as const, text: `Note: ${site.note}` }]),
      { kind: 'button', label: 'Review the request', href: site.url },
    ],
  };
}

/** To the user who asked: `granted` is the count from now on. Another one than asked for is possible. */
export function readerChangeGranted(site: ReaderChangeFacts & { readonly granted: number }): Letter {
  const asked = site.granted === site.requested;
  return {
    subject: 'Your reader change was made',
    preheader: `${site.siteName} has ${site.granted} readers.`,
    title: 'Your reader change was made',
    blocks: [
      {
        kind: 'paragraph',
        text: asked
          ? `The site has ${site.granted} readers now. The next invoice counts them.`
          : `An administrator set the site to ${site.granted} readers, not the ${site.requested} you asked for. The next invoice counts them.`,
      },
      facts(site, 'Readers before'),
      { kind: 'button', label: 'Open the site', href: site.url },
    ],
  };
}

/** To the user who asked. */
export function readerChangeDeclined(site: ReaderChangeFacts & { readonly supportEmail: string }): Letter {
  return {
    subject: 'Your reader change was declined',
    preheader: `${site.siteName} keeps its ${site.readers} readers.`,
    title: 'Your reader change was declined',
    blocks: [
      {
        kind: 'paragraph',
        text: `An administrator declined your request; the site keeps its ${site.readers} readers. If you have questions, please write to ${site.supportEmail}.`,
      },
      facts(site, 'Readers'),
      { kind: 'button', label: 'Open the site', href: site.url },
    ],
  };
}
