import { Injectable } from '@nestjs/common';

/** Says in this process when a job is due that a transaction has scheduled. A hint only: workers also poll. */
@Injectable()
export class JobSignal {
  private readonly listeners: ((dueAt: Date) => void)[] = [];

  onSchedule(listener: (dueAt: Date) => void): void {
    this.listeners.push(listener);
  }

  scheduled(dueAt: Date): void {
    for (const listener of this.listeners) listener(dueAt);
  }
}
