import { describe, expect, it } from 'vitest';
import { framedHtml } from './Show.tsx';

const inMail = (html: string) => new DOMParser().parseFromString(framedHtml(html), 'text/html');

describe('the preview of a mail', () => {
  it('keeps text and layout', () => {
    const mail = inMail(
      '<html lang="en"><head><style>@import url(https://fonts.test/a.css);\np { color: teal }</style></head><body><p style="color:red">Hello <b>Ann</b></p></body></html>',
    );
    expect(mail.querySelector('p')?.outerHTML).toBe('<p style="color:red">Hello <b>Ann</b></p>');
    expect(mail.querySelector('style')?.textContent?.trim()).toBe('p { color: teal }');
    expect(mail.documentElement.lang).toBe('en');
  });

  it.each([
    '<script>alert(1)</script>',
    '<link href="https://fonts.test/a.css" rel="stylesheet">',
    '<meta http-equiv="refresh" content="0;url=https://evil.test">',
    '<base href="https://evil.test">',
    '<iframe src="https://evil.test"></iframe>',
    '<form action="https://evil.test"><input></form>',
    '<object data="https://evil.test"></object>',
  ])('leaves out %s', (html) => {
    expect(framedHtml(`<p>Hello</p>${html}`)).not.toMatch(/evil|fonts\.test|alert/);
    expect(inMail(`<p>Hello</p>${html}`).body.textContent).toContain('Hello');
  });

  it('disables links', () => {
    const link = inMail('<a href="https://portal.test/reset?token=x" style="color:teal">Reset</a>').links;
    expect(link).toHaveLength(0);
    expect(framedHtml('<a href="https://portal.test/reset" style="color:teal">Reset</a>')).toContain(
      '<a style="color:teal">Reset</a>',
    );
  });
});
