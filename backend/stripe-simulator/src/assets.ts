import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const FOLDER = path.join(import.meta.dirname, 'browser');

export interface Asset {
  readonly type: string;
  readonly text: string;
}

/** The browser script by address: `/stripe-simulator/v3.js` and the modules it imports. */
export function readAssets(): ReadonlyMap<string, Asset> {
  return new Map(
    readdirSync(FOLDER)
      .filter((name) => name.endsWith('.js'))
      .map((name) => [
        `/stripe-simulator/${name}`,
        { type: 'text/javascript; charset=utf-8', text: readFileSync(path.join(FOLDER, name), 'utf8') },
      ]),
  );
}
