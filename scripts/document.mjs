// The OpenAPI document as the service serves it: JSON and YAML, compressed, in dist/service.
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const fileIn = (root, format) => join(root, 'dist', 'service', `openapi.${format}.gz`);

/** Writes the document again if openapi.json has changed since; a build that was brought without it has it already. */
export async function copyDocument(root) {
  const source = join(root, 'openapi.json');
  const written = fileIn(root, 'json');
  if (!existsSync(source) || (existsSync(written) && statSync(written).mtimeMs > statSync(source).mtimeMs)) return;
  const { dump } = await import('js-yaml');
  const document = parsed(readFileSync(source, 'utf8'));
  if (document === undefined) return;
  const texts = { yaml: dump(document, { noRefs: true }), json: JSON.stringify(document) };
  for (const [format, text] of Object.entries(texts)) writeFileSync(fileIn(root, format), gzipSync(text, { level: 9 }));
}

/** Undefined for a text that a merge has left half done: the program that makes the document again needs a build. */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    process.stderr.write('openapi.json is not valid JSON: run `npm run openapi`.\n');
    return undefined;
  }
}
