import { escapeMarkup } from '../escapeMarkup.ts';
import type { Block, Letter, RenderedMail, Sender } from './letter.ts';
import { LOGO_ID } from './logo.ts';

const INK = '#102a43';
const SOFT = '#48617a';
const BRAND = '#0f6f63';

/** Stores a value, escaped (mjml does not), and returns its placeholder in the markup. */
type Placeholder = (value: string, lineBreak?: string) => string;

function mjmlOf(block: Block, text: Placeholder): string {
  if (typeof block === 'string') return `<mj-text>${text(block, '<br/>')}</mj-text>`;
  switch (block.kind) {
    case 'note':
      return `<mj-text font-size="14px" color="${SOFT}">${text(block.text)}</mj-text>`;
    case 'button':
      return `<mj-button href="${text(block.href)}" align="left" background-color="${BRAND}" border-radius="8px" font-weight="600" inner-padding="14px 24px">${text(block.label)}</mj-button>`;
    case 'facts':
      return `<mj-table cellpadding="6">${block.facts
        .map(
          ([label, value]) =>
            `<tr><td style="color:${SOFT};width:40%;vertical-align:top">${text(label)}</td><td style="font-weight:600">${text(value)}</td></tr>`,
        )
        .join('')}</mj-table>`;
  }
}

function textOf(block: Block): string {
  if (typeof block === 'string') return block;
  switch (block.kind) {
    case 'note':
      return block.text;
    case 'button':
      return `${block.label}: ${block.href}`;
    case 'facts':
      return block.facts.map(([label, value]) => `${label}: ${value}`).join('\n');
  }
}

/** A placeholder of letters and digits, which mjml keeps in text and attributes. */
const PLACEHOLDER = /\bslot([0-9]+)slot\b/g;

/** The letter's markup with placeholders, and their values, escaped. */
function layoutOf(
  letter: Letter,
  sender: Sender,
): { readonly layout: string; readonly values: readonly string[] } {
  const values: string[] = [];
  const text: Placeholder = (value, lineBreak = '\n') =>
    `slot${values.push(escapeMarkup(value).replaceAll('\n', lineBreak)) - 1}slot`;
  const layout = `<mjml lang="en">
      <mj-head>
        <mj-title>${text(letter.subject)}</mj-title>
        <mj-preview>${text(letter.preheader)}</mj-preview>
        <mj-attributes>
          <mj-all font-family="Segoe UI, Roboto, Helvetica, Arial, sans-serif" />
          <mj-text font-size="16px" line-height="1.55" color="${INK}" />
          <mj-table font-size="15px" line-height="1.5" color="${INK}" />
        </mj-attributes>
      </mj-head>
      <mj-body background-color="#f3f7fb">
        <mj-section background-color="#0f2d4a" padding="18px 8px">
          <mj-column>
            <mj-table role="presentation" color="#ffffff" font-size="18px">
              <tr>
                <td style="width:42px"><img src="cid:${LOGO_ID}" width="32" height="32" alt="" style="display:block" /></td>
                <td style="font-weight:700">${text(sender.name)}</td>
              </tr>
            </mj-table>
          </mj-column>
        </mj-section>
        <mj-section background-color="#ffffff" padding="24px 8px">
          <mj-column>
            <mj-text font-size="24px" font-weight="700">${text(letter.title)}</mj-text>
            ${letter.blocks.map((block) => mjmlOf(block, text)).join('\n')}
          </mj-column>
        </mj-section>
        <mj-section padding="16px 8px">
          <mj-column>
            <mj-text font-size="13px" color="${SOFT}">${text(sender.name)}<br/>${text(sender.address)}<br/>${text(sender.phone)} · ${text(sender.email)}</mj-text>
          </mj-column>
        </mj-section>
      </mj-body>
    </mjml>`;
  return { layout, values };
}

/** Html by layout: letters have few, and mjml takes milliseconds of the only thread. */
const rendered = new Map<string, string>();

async function renderLayout(layout: string): Promise<string> {
  // takes half a second, so it is loaded with the first letter
  const { default: mjml2html } = await import('mjml');
  // no web fonts: their server would learn who reads the mail
  const { html, errors } = await mjml2html(layout, { validationLevel: 'strict', fonts: {} });
  if (errors.length > 0) throw new Error(`The mail is not valid mjml: ${errors[0]?.formattedMessage}`);
  return html;
}

/** A letter as responsive HTML (mjml) and as plain text. @throws Error for a subject that could add mail headers */
export async function renderLetter(letter: Letter, sender: Sender): Promise<RenderedMail> {
  if (/\p{Cc}/u.test(letter.subject)) {
    throw new Error('A mail subject must be one line without control characters.');
  }
  const { layout, values } = layoutOf(letter, sender);
  const known = rendered.get(layout) ?? (await renderLayout(layout));
  rendered.set(layout, known);
  const html = known.replaceAll(PLACEHOLDER, (_, index) => values[Number(index)] ?? '');
  const text = [
    letter.title,
    ...letter.blocks.map(textOf),
    `${sender.name}\n${sender.address}\n${sender.phone} · ${sender.email}`,
  ].join('\n\n');
  return { subject: letter.subject, html, text };
}
