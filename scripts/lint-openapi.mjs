#!/usr/bin/env node
// Lints an OpenAPI document offline with Redocly's recommended rules; warnings are errors.
import { relative, resolve } from 'node:path';
import { BaseResolver, createConfig, lint } from '@redocly/openapi-core';

const file = resolve(process.argv[2] ?? 'openapi.json');
const config = await createConfig({
  extends: ['recommended'],
  rules: {
    // A private product carries no licence.
    'info-license': 'off',
    'info-license-strict': 'off',
  },
});
const offline = new BaseResolver({
  http: { headers: [], customFetch: (url) => Promise.reject(new Error(`not fetched: ${url}`)) },
});

const problems = await lint({ ref: file, config, externalRefResolver: offline }).catch((error) => {
  console.error(error.message);
  process.exit(1);
});
for (const { severity, ruleId, message, location } of problems) {
  const [{ source, pointer = '#/' }] = location;
  console.error(`${severity} ${ruleId} ${relative('.', source.absoluteRef)}${pointer}\n  ${message}`);
}
if (problems.length > 0) {
  console.error(`${problems.length} problem(s) in ${relative('.', file)}`);
  process.exitCode = 1;
}
