#!/usr/bin/env node
// Lints an OpenAPI document offline, with Redocly's recommended-strict rules and Spectral's for OpenAPI; warnings are errors.
import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { BaseResolver, createConfig, lint } from '@redocly/openapi-core';
import spectralCore from '@stoplight/spectral-core';
import spectralRulesets from '@stoplight/spectral-rulesets';

const file = resolve(process.argv[2] ?? 'openapi.json');

async function redocly() {
  const config = await createConfig({
    extends: ['recommended-strict'],
    rules: {
      // A tag without a description or a group, or that no group declares, is an oversight.
      'operation-tag-defined': 'error',
      'tag-description': 'error',
    },
  });
  const http = { headers: [], customFetch: (url) => Promise.reject(new Error(`not fetched: ${url}`)) };
  const problems = await lint({ ref: file, config, externalRefResolver: new BaseResolver({ http }) });
  return problems.map(({ severity, ruleId, message, location }) => {
    const [{ source, pointer = '#/' }] = location;
    return `${severity} ${ruleId} ${relative('.', source.absoluteRef)}${pointer}\n  ${message}`;
  });
}

async function spectral() {
  const linter = new spectralCore.Spectral();
  linter.setRuleset({
    extends: [[spectralRulesets.oas, 'recommended']],
    rules: {
      'license-url': 'error',
      // The owner has named no address for questions about the API.
      'info-contact': 'off',
      // Both compile patterns without the flag u, so that \p{C} matches other characters. Redocly checks the examples.
      'oas3-valid-media-example': 'off',
      'oas3-valid-schema-example': 'off',
    },
  });
  const problems = await linter.run(JSON.parse(readFileSync(file, 'utf8')));
  return problems.map(({ code, message, path }) => `${code} ${relative('.', file)}#/${path.join('/')}\n  ${message}`);
}

try {
  const problems = [...(await redocly()), ...(await spectral())];
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) {
    console.error(`${problems.length} problem(s) in ${relative('.', file)}`);
    process.exitCode = 1;
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
