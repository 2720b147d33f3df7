/** What would fetch, run or submit something. */
const ACTIVE = 'script, link, base, meta[http-equiv], iframe, object, embed, form';
/** mjml fetches its fonts so, and a picture can be asked for so as well. */
const FETCHING_RULE = /@import[^;]*;?/gi;

/**
 * A mail's html for looking at: nothing in it is fetched or run, and links keep their look but lead nowhere. The
 * frame's sandbox and the page's content security policy would refuse the same; here it is not even tried.
 */
export function framedHtml(html: string): string {
  const mail = new DOMParser().parseFromString(html, 'text/html');
  for (const element of mail.querySelectorAll(ACTIVE)) element.remove();
  for (const style of mail.querySelectorAll('style'))
    style.textContent = (style.textContent ?? '').replace(FETCHING_RULE, '');
  for (const link of mail.querySelectorAll('a[href], area[href]')) link.removeAttribute('href');
  return `<!doctype html>${mail.documentElement.outerHTML}`;
}
