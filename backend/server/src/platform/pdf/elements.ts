import type { Node, Pdf, Row } from './pdfmakeParts.ts';

/** An element of a document's structure, e.g. a table, with the elements in it and the places where its text is written. */
export interface Element {
  readonly tag: string;
  readonly attributes: object | undefined;
  readonly contents: (Element | PDFKit.PDFStructureContent)[];
}

/** A new element for a node, or its parent for one that only places others. */
export function elementOf(
  node: Node,
  parent: Element,
  row: Row | undefined,
  headings: Readonly<Record<string, string>>,
): Element {
  const outer = ownOf(node, parent, row);
  const { text, style, table, ul } = node;
  if (table !== undefined) return addElement(outer, 'Table');
  if (ul !== undefined) return addElement(outer, 'L');
  if (text === undefined || text === '') return outer;
  const heading = typeof style === 'string' ? headings[style] : undefined;
  // a text alone in a cell or in an entry of a list needs no paragraph
  return heading === undefined && outer !== parent ? outer : addElement(outer, heading ?? 'P');
}

/** The part of a row or list that is of one node alone, or any other parent itself. */
function ownOf(node: Node, parent: Element, row: Row | undefined): Element {
  if (parent.tag === 'TR') return cellOf(node, parent, row);
  if (parent.tag === 'L') return addElement(addElement(parent, 'LI'), 'LBody');
  return parent;
}

/** Headers are the cells of header rows, and the first cell of each row in a table without any. */
function cellOf(node: Node, parent: Element, row: Row | undefined): Element {
  const { colSpan = 1, rowSpan = 1 } = node;
  const headerRows = row?.tableNode?.table?.headerRows ?? 0;
  const isHead = (row?.rowIndex ?? 0) < headerRows;
  const scope = isHead ? 'Column' : headerRows === 0 && node === row?.cells[0] ? 'Row' : undefined;
  const attributes = {
    ...(scope === undefined ? {} : { Scope: scope }),
    ...(colSpan === 1 ? {} : { ColSpan: colSpan }),
    ...(rowSpan === 1 ? {} : { RowSpan: rowSpan }),
  };
  const isPlain = Object.keys(attributes).length === 0;
  return addElement(
    parent,
    scope === undefined ? 'TD' : 'TH',
    isPlain ? undefined : { O: 'Table', ...attributes },
  );
}

export function addElement(parent: Element, tag: string, attributes?: object): Element {
  const element: Element = { tag, attributes, contents: [] };
  parent.contents.push(element);
  return element;
}

/** Writes an element and all in it. Each is ended as soon as it is complete: thousands of open ones fill the memory. */
export function writeElement(
  { tag, attributes, contents }: Element,
  pdf: Pdf,
  parent?: PDFKit.PDFStructureElement,
): void {
  const element = pdf.struct(tag);
  if (attributes !== undefined) element.dictionary.data.A = attributes;
  if (parent === undefined) pdf.addStructure(element);
  else parent.add(element);
  for (const content of contents) {
    if ('tag' in content) writeElement(content, pdf, element);
    else element.add(content);
  }
  element.end();
}
