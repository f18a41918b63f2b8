import { Injectable } from '@nestjs/common';

/** Reads files of the build on the first request for them, which shortens the start of the service. */
@Injectable()
export class OnDemand {
  private readonly loads: (() => unknown)[] = [];

  add(load: () => unknown): void {
    this.loads.push(load);
  }

  /** Loads all of it now, because the files of the build may be replaced while this process serves. */
  async loadAll(): Promise<void> {
    for (const load of this.loads) await load();
  }
}
