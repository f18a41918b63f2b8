import { Injectable } from '@nestjs/common';

/** The only source of the current time; a test moves it instead of waiting. */
@Injectable()
export class Clock {
  now(): Date {
    return new Date();
  }
}
