/** Elements that load, run or submit something. */
const ACTIVE = 'script, link, base, meta[http-equiv], iframe, object, embed, form';
/** mjml loads its fonts so. */
const FETCHING_RULE = /@import[^;]*;?/gi;

/**
 * A mail's html without scripts, requests and link targets. Sandbox and content security policy refuse them too; this
 * avoids the attempts.
 */
export function framedHtml(html: string): string {
  const mail = new DOMParser().parseFromString(html, 'text/html');
  for (const element of mail.querySelectorAll(ACTIVE)) element.remove();
  for (const style of mail.querySelectorAll('style'))
    style.textContent = (style.textContent ?? '').replace(FETCHING_RULE, '');
  for (const link of mail.querySelectorAll('a[href], area[href]')) link.removeAttribute('href');
  return `<!doctype html>${mail.documentElement.outerHTML}`;
}
