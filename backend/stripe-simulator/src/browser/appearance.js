/**
 * The part of Stripe's appearance options that the simulator supports.
 * @typedef {{ theme?: string, variables?: Record<string, string | undefined>, labels?: string }} Appearance
 */

const THEMES = {
  stripe: {
    colorPrimary: '#0570de',
    colorBackground: '#ffffff',
    colorText: '#30313d',
    colorDanger: '#b3093c',
    border: '#7a8194',
    notice: '#f6f8fa',
    scheme: 'light',
  },
  night: {
    colorPrimary: '#85d996',
    colorBackground: '#30313d',
    colorText: '#ffffff',
    colorDanger: '#fe87a1',
    border: '#8f94a3',
    notice: '#3d3f4d',
    scheme: 'dark',
  },
};

const SAFE = /^[\w#.,%()\s'"-]+$/;

/** @param {Appearance | undefined} appearance @returns {string} the form's rules */
export function stylesFor(appearance) {
  const theme = appearance?.theme === 'night' ? THEMES.night : THEMES.stripe;
  const given = appearance?.variables ?? {};
  /** @param {string} name @param {string} fallback */
  const value = (name, fallback) => {
    const text = given[name];
    return text !== undefined && SAFE.test(text) ? text : fallback;
  };
  const text = value('colorText', theme.colorText);
  const background = value('colorBackground', theme.colorBackground);
  const danger = value('colorDanger', theme.colorDanger);
  return `
:host { display: block; color-scheme: ${theme.scheme}; }
.form { font: ${value('fontSizeBase', '16px')}/1.4 ${value('fontFamily', 'system-ui, sans-serif')}; color: ${text};
  background: ${background}; display: grid; grid-template-columns: repeat(6, minmax(0, 1fr)); gap: 12px; }
.notice, .failure { grid-column: 1 / -1; margin: 0; padding: 8px 12px; border-radius: 4px; background: ${theme.notice};
  color: ${theme.colorText}; font-size: .875em; overflow-wrap: anywhere; }
.failure { color: ${danger}; }
.field { grid-column: span 2; display: flex; flex-direction: column; gap: 4px; min-width: 0; }
.field.wide { grid-column: 1 / -1; }
label { font-size: .875em; }
input { font: inherit; color: inherit; background: ${background}; border: 1px solid ${theme.border};
  border-radius: ${value('borderRadius', '5px')}; padding: 11px 12px; width: 100%; box-sizing: border-box; }
input:focus-visible { outline: 2px solid ${value('colorPrimary', theme.colorPrimary)}; outline-offset: 1px; }
input[aria-invalid='true'] { border-color: ${danger}; color: ${danger}; }
input:disabled { opacity: .7; }
.error { color: ${danger}; font-size: .875em; margin: 0; }
.error:empty { display: none; }
@media (max-width: 420px) { .field { grid-column: span 3; } .field.zip { grid-column: 1 / -1; } }
`;
}
