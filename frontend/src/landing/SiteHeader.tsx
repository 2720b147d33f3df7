import { LANDING_LINKS } from '../shared/layout/navigation.ts';
import { MOON, SUN } from '../shared/theme/storedColorMode.ts';
import { company } from './content.ts';

const ANCHORS = [
  ['#features', 'Features'],
  ['#faq', 'FAQ'],
  ['#contact', 'Contact'],
] as const;

function Logo() {
  return (
    <a className="logo" href="/">
      <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true" focusable="false">
        <path d="M16 2 28 6v9c0 8-5 12.5-12 15C9 27.5 4 23 4 15V6z" className="logo-shield" />
        <path d="M16 9a4 4 0 0 0-2 7.5V22h4v-5.5A4 4 0 0 0 16 9z" className="logo-key" />
      </svg>
      <span>{company.name}</span>
    </a>
  );
}

/**
 * Logo, title and links (S2-2-header), prerendered for visitors. The links of signed-in users are hidden until the
 * script knows the user. Narrow screens have a menu button.
 */
export function SiteHeader() {
  return (
    <header className="site-header">
      <div className="wrap">
        <Logo />
        <button type="button" className="mode-button" aria-label="Switch to dark mode" disabled>
          <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">
            <path className="moon" d={MOON} fill="currentColor" />
            <path className="sun" d={SUN} fill="currentColor" />
          </svg>
        </button>
        <button
          type="button"
          className="menu-button"
          aria-label="Open menu"
          aria-expanded="false"
          aria-controls="site-menu"
        >
          <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">
            <path d="M3 6h18v2H3zm0 5h18v2H3zm0 5h18v2H3z" fill="currentColor" />
          </svg>
        </button>
        <nav id="site-menu" aria-label="Main">
          {ANCHORS.map(([href, label]) => (
            <a key={href} data-for="visitor" href={href}>
              {label}
            </a>
          ))}
          {LANDING_LINKS.visitor.map(({ to, label }) => (
            <a key={to} data-for="visitor" href={to} className={to === '/login' ? 'button small' : 'strong'}>
              {label}
            </a>
          ))}
          {(['user', 'admin', 'pending', 'secondFactor'] as const).flatMap((person) =>
            LANDING_LINKS[person].map(({ to, label }) => (
              <a key={to} data-for={person} href={to} hidden>
                {label}
              </a>
            )),
          )}
          <button type="button" className="button small" data-for="session" data-logout hidden>
            Logout
          </button>
        </nav>
      </div>
    </header>
  );
}
