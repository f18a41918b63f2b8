/**
 * It declares settings of its own.
 *
 * @isolated
 */

import 'reflect-metadata';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { Inject, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../../src/app.module.js';
import { ReviewSettings } from '#contexts/tasks/tasks.public.js';
import { IdempotencySettings } from '../../src/kernel/idempotency/idempotency.settings.js';
import { DatabaseSettings } from '#kernel/persistence';
import { describeFailure } from '#runtime/failures.js';
import { Configuration, Setting, SettingsError } from '#kernel/settings';
import { declaredClasses, variablesOf } from '../../src/kernel/settings/setting.decorator.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const compiled = join(root, 'dist/src');
const example = readFileSync(join(root, '.env.example'), 'utf8');
for (const file of readdirSync(compiled, { recursive: true, encoding: 'utf8' })) {
  if (file.endsWith('.settings.js')) await import(join(compiled, file));
}
const serviceClasses = declaredClasses();

describe('a setting that is a span of time', () => {
  it.each([
    ['REVIEW_DUE_HOURS', ReviewSettings, 876_000],
    ['IDEMPOTENCY_RETENTION_DAYS', IdempotencySettings, 36_500],
  ] as const)('%s is refused at start where it would leave the calendar', (name, settings, most) => {
    const read = (value: string): object => new Configuration({ [name]: value }).get<object>(settings);
    expect(read(String(most))).toEqual({ [name]: most });
    for (const beyond of [String(most + 1), '1e300', '-1', '1.5', 'NaN']) {
      expect(() => read(beyond)).toThrow(SettingsError);
      expect(() => read(beyond)).toThrow(name);
    }
  });
});

describe('.env.example', () => {
  const shown = [...example.matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=(.*)$/gm)].map(([, name, value]) => ({ name, value }));

  it('shows every declared setting, and nothing else', () => {
    const declared = serviceClasses.flatMap(variablesOf);
    expect(shown.map(({ name }) => name).sort()).toEqual([...declared].sort());
  });

  it('shows the defaults, and values that are accepted', () => {
    const read = (environment: Record<string, string>): object =>
      Object.assign({}, ...serviceClasses.map((settings) => new Configuration(environment).get(settings))) as object;
    const uncommented = [...example.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value] as const);
    expect(read(Object.fromEntries(uncommented))).toEqual(read({}));
    const all = Object.fromEntries(shown.map(({ name, value }) => [name, value]));
    expect(Object.keys(read(all)).sort()).toEqual(
      shown
        .filter(({ value }) => value !== '')
        .map(({ name }) => name)
        .sort(),
    );
  });
});

describe('a class that declares settings', () => {
  it('has its optional ones read, with no list to repeat them in', () => {
    class OptionalSettings {
      @Setting.text()
      OPTIONAL_TEXT?: string;
    }
    expect(new Configuration({ OPTIONAL_TEXT: 'here' }).get(OptionalSettings)).toEqual({ OPTIONAL_TEXT: 'here' });
    expect(new Configuration({ OPTIONAL_TEXT: '' }).get(OptionalSettings).OPTIONAL_TEXT).toBeUndefined();
  });

  it('has every invalid one named in one error', () => {
    const environment = { LOCK_TIMEOUT_MS: 'soon', PORT: '70000', DATABASE_URL: 'mysql://localhost/delivery' };
    expect(() => new Configuration(environment)).toThrow(
      /^Configuration: DATABASE_URL must .+; LOCK_TIMEOUT_MS must .+; PORT must [^;]+$/,
    );
  });

  it('stops the start when another class declares the same variable', () => {
    class OtherSettings {
      @Setting.integer({ min: 1, max: 9 })
      DATABASE_POOL_SIZE = 8;
    }
    const both = [DatabaseSettings, OtherSettings];
    const issue = 'Configuration: DATABASE_POOL_SIZE is declared by both DatabaseSettings and OtherSettings';
    expect(() => new Configuration({}, both)).toThrow(new SettingsError(issue));
  });

  it('stops the start with one line when it is injected and declares nothing', async () => {
    class EmptySettings {}
    class Reader {
      constructor(@Inject(EmptySettings) readonly settings: EmptySettings) {}
    }
    @Module({ providers: [Reader] })
    class ReaderModule {}
    const start = NestFactory.createApplicationContext(ReaderModule, { logger: false, abortOnError: false });
    expect(describeFailure(await start.catch((error: unknown) => error))).toBe(
      'Configuration: EmptySettings is not part of it. Declare its fields with @Setting.',
    );
  });

  it('stops the start when the configuration was read without it', () => {
    const configuration = new Configuration({}, serviceClasses);
    class LateSettings {
      @Setting.integer({ min: 1, max: 9 })
      LATE = 1;
    }
    const issue = 'Configuration: LateSettings is not part of it. Declare its fields with @Setting.';
    expect(() => configuration.get(LateSettings)).toThrow(new SettingsError(issue));
    const runtime = {
      configuration: new Configuration({}, serviceClasses),
      databaseUrl: 'postgresql://unused',
      secretKeys: [],
    };
    expect(() => AppModule.forRuntime(runtime)).toThrow(/is not part of it/);
  });
});
