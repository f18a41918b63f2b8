/**
 * It declares operations of its own.
 *
 * @isolated
 */

import { Controller, Get } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { describe, expect, it } from '@jest/globals';
import { administrators } from '#kernel/access';
import { Uuid } from '#kernel/fields';
import {
  declareRead,
  declareWrite,
  Operation,
  OperationRegistry,
  ProtocolRoute,
  PublicRoute,
} from '#kernel/operations';
import { Scope } from '#kernel/work';

class Thing {
  @Uuid()
  id: string;
}

const common = { tag: 'Things', summary: 'Things', access: administrators, response: Thing, refusals: {} };
const thing = (): Promise<Thing> => Promise.resolve({ id: '0198c5d2-7b1e-7c4f-9d3a-5f0e6b2a4c10' });

/** Starts the registry on controllers, as the service does. */
async function start(...controllers: (new () => object)[]): Promise<OperationRegistry> {
  const builder = Test.createTestingModule({ imports: [DiscoveryModule], controllers, providers: [OperationRegistry] });
  const module = await builder.compile();
  await module.init();
  return module.get(OperationRegistry);
}

describe('the start of the service', () => {
  it('is stopped by a route that declares no operation', async () => {
    @Controller('things')
    class Undeclared {
      @Get()
      list(): string[] {
        return [];
      }
    }
    await expect(start(Undeclared)).rejects.toThrow('Undeclared.list is a route that declares no operation');
  });

  it('lets routes through that are marked as public, or as carrying a protocol', async () => {
    @PublicRoute()
    @Controller('open')
    class Open {
      @Get()
      list(): string[] {
        return [];
      }
    }
    @Controller('protocol')
    class Protocol {
      @ProtocolRoute()
      @Get()
      list(): string[] {
        return [];
      }
    }
    expect((await start(Open, Protocol)).operations).toEqual([]);
  });

  it('is stopped by two handlers of one operation', async () => {
    const twice = declareRead({ ...common, name: 'read_twice', path: '/twice' });
    @Controller()
    class Twice {
      @Operation(twice)
      one(_scope: Scope, _input: unknown): Promise<Thing> {
        return thing();
      }

      @Operation(twice)
      other(_scope: Scope, _input: unknown): Promise<Thing> {
        return thing();
      }
    }
    await expect(start(Twice)).rejects.toThrow('read_twice has two handlers');
  });

  it('is stopped by a path parameter that no policy guards', async () => {
    const unguarded = declareRead({ ...common, name: 'read_unguarded', path: '/unguarded/:id' });
    @Controller()
    class Unguarded {
      @Operation(unguarded)
      read(_scope: Scope, _input: unknown): Promise<Thing> {
        return thing();
      }
    }
    await expect(start(Unguarded)).rejects.toThrow('read_unguarded has a path parameter and no target policy');
  });

  it('is stopped by an event that was never declared', async () => {
    const emitting = declareWrite({
      ...common,
      name: 'emit_in_vain',
      method: 'POST',
      path: '/emitting',
      status: 200,
      targetType: 'thing',
      event: { name: 'thing.unheard_of', version: 1, summary: 'Nobody knows it.', data: Thing },
    });
    @Controller()
    class Emitting {
      @Operation(emitting)
      emit(_scope: Scope, _input: unknown): Promise<Thing> {
        return thing();
      }
    }
    await expect(start(Emitting)).rejects.toThrow('emit_in_vain emits thing.unheard_of, an event that is not declared');
  });

  it('knows each operation by its name', async () => {
    const sound = declareRead({ ...common, name: 'read_sound', path: '/sound' });
    @Controller()
    class Sound {
      @Operation(sound)
      read(_scope: Scope, _input: unknown): Promise<Thing> {
        return thing();
      }
    }
    const registry = await start(Sound);
    expect(registry.get('read_sound')).toBe(sound);
    expect(() => registry.get('read_unsound')).toThrow('no operation is named read_unsound');
  });

  it('needs a write to name its action or its event', () => {
    const nameless = {
      ...common,
      name: 'nameless',
      method: 'POST',
      path: '/nameless',
      status: 200,
      targetType: 'thing',
    };
    expect(() => declareWrite(nameless as never)).toThrow('nameless names neither an action nor an event');
  });
});
