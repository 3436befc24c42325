// Bundles src/ into target/dashboard: every file's name carries a hash of its content, and manifest.json says which
// file each name stands for. The server's build reads the manifest.

import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const here = dirname(fileURLToPath(import.meta.url));
const out = join(here, '../target/dashboard');

// The script of every page, and those that only some pages ask for. Each is one file.
const scripts = ['page', 'home', 'search', 'activity', 'episode', 'passkeys', 'graph', 'layout'];
// Those that only the graph page loads.
const ofTheGraph = ['graph', 'layout'];
// The largest script that a page may load, the graph's aside.
const mostScriptBytes = 150_000;

await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
const manifest = {};

const common = {
  bundle: true,
  minify: true,
  write: false,
  format: 'esm',
  target: ['es2022', 'chrome109', 'firefox110', 'safari16'],
  legalComments: 'none',
  logLevel: 'warning',
};

for (const name of scripts) {
  const { outputFiles } = await build({
    ...common,
    entryPoints: [join(here, `src/${name}.ts`)],
    external: ['/assets/*'],
  });
  await keep(`${name}.js`, outputFiles[0].contents);
}

const styles = await build({
  ...common,
  entryPoints: [join(here, 'src/style.css')],
  outdir: out,
  loader: { '.woff2': 'file' },
  assetNames: '[name]-[hash]',
  publicPath: '/assets',
});
for (const file of styles.outputFiles) {
  if (extname(file.path) === '.css') await keep('style.css', file.contents);
  else await keep(basename(file.path), file.contents, { fixed: basename(file.path), isNamed: false });
}
await keep('icon.svg', await readFile(join(here, 'src/icon.svg')));

const page = manifest['page.js'].bytes;
for (const name of scripts.filter((name) => name !== 'page' && !ofTheGraph.includes(name))) {
  const bytes = page + manifest[`${name}.js`].bytes;
  if (bytes > mostScriptBytes) throw new Error(`${name} loads ${bytes} bytes of script, more than ${mostScriptBytes}`);
}
await writeFile(join(out, 'manifest.json'), JSON.stringify(manifest, null, 1));

/** Writes a file under a name with its hash; returns the path it is served at. A page names it, unless only a script or a style does. */
async function keep(name, contents, { fixed, isNamed = true } = {}) {
  const hash = createHash('sha256').update(contents).digest('hex').slice(0, 12);
  const extension = extname(name);
  const file = fixed ?? `${basename(name, extension)}-${hash}${extension}`;
  await writeFile(join(out, file), contents);
  const squeezed = extension !== '.woff2' && gzipSync(contents, { level: 9 });
  if (squeezed) await writeFile(join(out, `${file}.gz`), squeezed);
  manifest[name] = { file, bytes: contents.length, compressed: Boolean(squeezed), named: isNamed };
  return `/assets/${file}`;
}
