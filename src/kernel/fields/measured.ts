import { ApiProperty } from '@nestjs/swagger';

/** A value of a response that is known; the fields of the subclass are what it is. */
export class Measured {
  @ApiProperty({ type: 'boolean', enum: [true] }) measured: true;
}

/** The place of a value that is not known, which is never returned as 0. The subclass adds the reason. */
export class Unmeasured {
  @ApiProperty({ type: 'boolean', enum: [false] }) measured: false;
}
