import * as React from 'react';

/**
 * Replaces what takes half the time of a spec in jsdom, and decides nothing there: computed styles (jsdom matches each
 * element against each rule of the theme), labels (it walks the document for each label), emotion's search for
 * styles that a server sent, React's stack for each element it creates.
 */
export function quickenPage(): void {
  window.getComputedStyle = (element) => (element as HTMLElement).style;
  for (const field of [HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement, HTMLButtonElement])
    Object.defineProperty(field.prototype, 'labels', { get: labelsOf });
  for (const place of [Document.prototype, Element.prototype]) quickenSearch(place);
  // above its limit React keeps no more stacks
  const internals = Object.entries(React).find(([name]) => name.startsWith('__CLIENT_INTERNALS'))?.[1];
  if (internals !== undefined)
    Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => 1e9, set: () => undefined });
}

function labelsOf(this: HTMLElement): readonly HTMLLabelElement[] {
  const labels = [...this.ownerDocument.getElementsByTagName('label')];
  return labels.filter((label) => (label.htmlFor === '' ? label.contains(this) : label.htmlFor === this.id));
}

function quickenSearch(place: ParentNode & Node): void {
  const search = place.querySelector;
  place.querySelector = function quick(this: ParentNode & Node, selector: string) {
    if (selector.startsWith('style[data-emotion=')) return null;
    const id = /^\[id="([^"]+)"\]$/.exec(selector)?.[1];
    if (id === undefined) return search.call(this, selector);
    const found = document.getElementById(id);
    return this.contains(found) ? found : null;
  };
}
