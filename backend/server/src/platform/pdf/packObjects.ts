import { deflateSync } from 'node:zlib';
import type { Pdf, Reference } from './pdfmakeParts.ts';

/** Objects in a stream: more compress hardly better. */
const MOST_IN_STREAM = 500;

/**
 * Makes PDFKit write chosen objects of a document compressed, many in a stream (ISO 32000-1, 7.5.7), and for them the table of
 * all objects as a stream too (7.5.8). The elements of long tables would else make a file five times as large.
 * @returns makes an object, which is not ended yet, one of them
 */
export function packObjects(pdf: Pdf): (object: Reference) => void {
  let packed: { readonly id: number; readonly text: string }[] = [];
  const places = new Map<number, { readonly stream: number; readonly index: number }>();

  function writeStream(): void {
    if (packed.length === 0) return;
    let length = 0;
    const starts = packed.map(({ id, text }) => {
      length += text.length + 1;
      return `${id} ${length - text.length - 1}`;
    });
    const head = `${starts.join(' ')}\n`;
    const stream = pdf.ref({ Type: 'ObjStm', N: packed.length, First: head.length });
    stream.end(Buffer.from(head + packed.map(({ text }) => text).join('\n'), 'latin1'));
    for (const [index, { id }] of packed.entries()) places.set(id, { stream: stream.id, index });
    packed = [];
  }

  /** Writes where each object is: 0 for none, 1 for a place in the file, 2 for one in a stream. */
  function writeTable(): void {
    const { _offset: start, _offsets: offsets } = pdf;
    const id = offsets.length + 1;
    const rows = Buffer.alloc((id + 1) * 7);
    const setRow = (at: number, kind: number, place: number, index: number) => {
      rows.writeUInt8(kind, at * 7);
      rows.writeUInt32BE(place, at * 7 + 1);
      rows.writeUInt16BE(index, at * 7 + 5);
    };
    setRow(0, 0, 0, 0xffff);
    for (const [before, offset] of [...offsets, start].entries()) {
      const place = places.get(before + 1);
      if (place === undefined) setRow(before + 1, 1, offset, 0);
      else setRow(before + 1, 2, place.stream, place.index);
    }
    const table = deflateSync(rows);
    const name = `<${pdf._id.toString('hex')}>`;
    pdf._write(`${id} 0 obj
<< /Type /XRef /Size ${id + 1} /W [1 4 2] /Root ${pdf._root} /Info ${pdf._info} /ID [${name} ${name}]
/Filter /FlateDecode /Length ${table.length} >>
stream`);
    pdf._write(table);
    pdf._write(`\nendstream\nendobj\nstartxref\n${start}\n%%EOF`);
    pdf.push(null);
  }

  const endMarkings = pdf.endMarkings.bind(pdf);
  pdf.endMarkings = () => {
    endMarkings();
    writeStream();
  };
  pdf._finalize = writeTable;

  return (object) => {
    object.end = () => {
      packed.push({ id: object.id, text: textOf(object.data) });
      pdf._refEnd(object);
      if (packed.length === MOST_IN_STREAM) writeStream();
    };
  };
}

/** An object without texts as PDF: PDFKit's own ones, references and trees, know theirs. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return `/${value}`;
  if (Array.isArray(value)) return `[${value.map(textOf).join(' ')}]`;
  if (typeof value !== 'object' || value === null || value.toString !== Object.prototype.toString) {
    return String(value);
  }
  return `<<${Object.entries(value)
    .map(([name, part]) => `/${name} ${textOf(part)}`)
    .join('')}>>`;
}
