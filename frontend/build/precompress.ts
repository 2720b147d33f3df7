import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)];
/** Pages are left out: the server fills the company's details into them as it serves them. */
const WORTH_IT = /\.(js|css|svg|json|webmanifest)$/;
/** Below this many bytes a compressed answer saves no packet. */
const SMALLEST = 1_024;

/** Writes `.gz` and `.br` beside each built text file, so that the server never compresses while it answers. */
export function precompress(): Plugin {
  let outDir = '';
  return {
    name: 'portal:precompress',
    apply: 'build',
    configResolved(config) {
      outDir = join(config.root, config.build.outDir);
      if (config.build.outDir.startsWith('/')) outDir = config.build.outDir;
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const files = await readdir(outDir, { recursive: true });
        for (const name of files.filter((file) => WORTH_IT.test(file) && !file.startsWith('.vite'))) {
          const path = join(outDir, name);
          const bytes = await readFile(path);
          if (bytes.length < SMALLEST) continue;
          const options = {
            params: {
              [constants.BROTLI_PARAM_QUALITY]: 10,
              [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
            },
          };
          await Promise.all([
            brotli(bytes, options).then((small) => writeFile(`${path}.br`, small)),
            zip(bytes, { level: 9 }).then((small) => writeFile(`${path}.gz`, small)),
          ]);
        }
      },
    },
  };
}
