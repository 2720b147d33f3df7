/** Makes the header's menu open and close on narrow screens, where it is folded away; Escape closes it too. */
export function bringMenuToLife(): void {
  const button = document.querySelector<HTMLButtonElement>('.menu-button');
  const menu = document.getElementById('site-menu');
  if (button === null || menu === null) return;
  const open = (on: boolean) => {
    menu.classList.toggle('open', on);
    button.setAttribute('aria-expanded', String(on));
    button.setAttribute('aria-label', on ? 'Close menu' : 'Open menu');
  };
  button.addEventListener('click', () => open(!menu.classList.contains('open')));
  menu.addEventListener('click', (event) => {
    if (event.target instanceof HTMLAnchorElement) open(false);
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !menu.classList.contains('open')) return;
    open(false);
    button.focus();
  });
}
