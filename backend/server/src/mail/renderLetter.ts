import mjml2html from 'mjml';
import { type Block, type Letter, type RenderedMail, type Sender, UnsafeSubject } from './letter.ts';

const INK = '#102a43';
const SOFT = '#48617a';
const BRAND = '#0f6f63';

/** mjml escapes nothing by itself: a company named as markup must show as text. */
function escapeMarkup(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

function mjmlOf(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return `<mj-text>${escapeMarkup(block.text).replaceAll('\n', '<br/>')}</mj-text>`;
    case 'note':
      return `<mj-text font-size="14px" color="${SOFT}">${escapeMarkup(block.text)}</mj-text>`;
    case 'button':
      return `<mj-button href="${escapeMarkup(block.href)}" align="left" background-color="${BRAND}" border-radius="8px" font-weight="600" inner-padding="14px 24px">${escapeMarkup(block.label)}</mj-button>`;
    case 'facts':
      return `<mj-table cellpadding="6">${block.facts
        .map(
          ([label, value]) =>
            `<tr><td style="color:${SOFT};width:40%;vertical-align:top">${escapeMarkup(label)}</td><td style="font-weight:600">${escapeMarkup(value)}</td></tr>`,
        )
        .join('')}</mj-table>`;
  }
}

function textOf(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
    case 'note':
      return block.text;
    case 'button':
      return `${block.label}: ${block.href}`;
    case 'facts':
      return block.facts.map(([label, value]) => `${label}: ${value}`).join('\n');
  }
}

/** A letter as responsive html (mjml) and as plain text, every value escaped. @throws UnsafeSubject */
export async function renderLetter(letter: Letter, sender: Sender): Promise<RenderedMail> {
  if (/\p{Cc}/u.test(letter.subject)) throw new UnsafeSubject();
  const { html, errors } = await mjml2html(
    `<mjml lang="en">
      <mj-head>
        <mj-title>${escapeMarkup(letter.subject)}</mj-title>
        <mj-preview>${escapeMarkup(letter.preheader)}</mj-preview>
        <mj-attributes>
          <mj-all font-family="Segoe UI, Roboto, Helvetica, Arial, sans-serif" />
          <mj-text font-size="16px" line-height="1.55" color="${INK}" />
          <mj-table font-size="15px" line-height="1.5" color="${INK}" />
        </mj-attributes>
      </mj-head>
      <mj-body background-color="#f3f7fb">
        <mj-section background-color="#0f2d4a" padding="18px 8px">
          <mj-column><mj-text color="#ffffff" font-weight="700" font-size="18px">${escapeMarkup(sender.companyName)}</mj-text></mj-column>
        </mj-section>
        <mj-section background-color="#ffffff" padding="24px 8px">
          <mj-column>
            <mj-text font-size="24px" font-weight="700">${escapeMarkup(letter.title)}</mj-text>
            ${letter.blocks.map(mjmlOf).join('\n')}
          </mj-column>
        </mj-section>
        <mj-section padding="16px 8px">
          <mj-column>
            <mj-text font-size="13px" color="${SOFT}">${escapeMarkup(sender.companyName)}<br/>${escapeMarkup(sender.companyAddress)}<br/>${escapeMarkup(sender.companyPhone)} · ${escapeMarkup(sender.companyEmail)}</mj-text>
          </mj-column>
        </mj-section>
      </mj-body>
    </mjml>`,
    { validationLevel: 'strict' },
  );
  if (errors.length > 0)
    throw new Error(`The mail "${letter.subject}" is not valid mjml: ${errors[0]?.formattedMessage}`);
  const text = [
    letter.title,
    ...letter.blocks.map(textOf),
    `${sender.companyName}\n${sender.companyAddress}\n${sender.companyPhone} · ${sender.companyEmail}`,
  ].join('\n\n');
  return { subject: letter.subject, html, text };
}
