import { Injectable } from '@nestjs/common';

/**
 * Tells the worker in this process that an event was committed. Only a hint that saves waiting for the next look:
 * what is in the outbox is found without it, by every process.
 */
@Injectable()
export class OutboxSignal {
  private listener: () => void = () => undefined;

  onCommit(listener: () => void): void {
    this.listener = listener;
  }

  committed(): void {
    this.listener();
  }
}
