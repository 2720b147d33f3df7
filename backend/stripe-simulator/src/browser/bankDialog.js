const STYLE = `
dialog { font: 16px/1.5 system-ui, sans-serif; color: #1a1f36; background: #fff; border: 1px solid #7a8194; border-radius: 8px;
  max-width: 26rem; padding: 1.5rem; color-scheme: light; }
dialog::backdrop { background: rgb(0 0 0 / 60%); }
h2 { font-size: 1.25rem; margin: 0 0 .5rem; }
button { font: inherit; padding: .6rem 1.2rem; margin: .5rem .5rem 0 0; border: 1px solid #1a1f36; border-radius: 5px;
  background: #fff; color: #1a1f36; cursor: pointer; }
button.primary { background: #0b5394; border-color: #0b5394; color: #fff; }
button:focus-visible { outline: 3px solid #0b5394; outline-offset: 2px; }
`;

/**
 * Asks the card's owner in a dialog (3-D Secure). Escape fails.
 * @param {number | undefined} cents amount of a payment; undefined when a card is kept
 * @returns {Promise<'complete' | 'fail'>}
 */
export function askOwner(cents) {
  const host = document.createElement('div');
  host.dataset.stripeSimulator = 'authentication';
  const root = host.attachShadow({ mode: 'open' });
  const style = document.createElement('style');
  style.textContent = STYLE;
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-labelledby', 'title');
  const title = document.createElement('h2');
  title.id = 'title';
  title.textContent = 'Simulated 3-D Secure';
  const text = document.createElement('p');
  const what = cents === undefined ? 'keeping this card' : `a payment of $${(cents / 100).toFixed(2)}`;
  text.textContent = `Your bank would ask here whether it is you who wants ${what}. No money moves.`;
  const complete = button('Complete', 'primary');
  const fail = button('Fail', '');
  dialog.append(title, text, complete, fail);
  root.append(style, dialog);
  document.body.append(host);
  return new Promise((resolve) => {
    /** @param {'complete' | 'fail'} outcome */
    const end = (outcome) => {
      dialog.close();
      host.remove();
      resolve(outcome);
    };
    complete.addEventListener('click', () => end('complete'));
    fail.addEventListener('click', () => end('fail'));
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      end('fail');
    });
    dialog.showModal();
    complete.focus();
  });
}

/** @param {string} text @param {string} className */
function button(text, className) {
  const node = document.createElement('button');
  node.type = 'button';
  node.textContent = text;
  node.className = className;
  return node;
}
