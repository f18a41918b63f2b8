import { ApiProperty } from '@nestjs/swagger';
import { ERROR_STATUS, type ErrorCode } from '#kernel/errors';
import { NestedList, OneOf, Text } from '#kernel/fields';
import type { OperationOutcome } from '#kernel/operations';

/** The body of every success; `replayed` on writes only. */
export interface SuccessEnvelope {
  success: true;
  data: unknown;
  correlationId: string;
  replayed?: boolean;
}

class FailureDetail {
  @Text({ description: 'Path of the invalid field in the request', example: 'phases.0.name' }) field: string;
  @Text({ description: 'Issue with the field; never quotes its value', example: 'is required' }) issue: string;
}

/** The body of every failure. */
export class FailureBody {
  @ApiProperty({ type: 'boolean', enum: [false] }) success: false;
  @OneOf(Object.keys(ERROR_STATUS), { description: 'Machine-readable code' }) code: ErrorCode;
  @Text({
    optional: true,
    description: 'Which rule refused, for 400 and 409 that depend on the state of resources; never changes its name',
    example: 'seat_taken',
  })
  reason?: string;

  @Text({ description: 'Human-readable message; may change' }) message: string;

  @NestedList(() => FailureDetail, { description: 'Invalid fields; may be empty' })
  details: FailureDetail[];

  @Text({ description: 'Correlation id of the request', example: '0198c5d2-7b1e-7c4f-9d3a-5f0e6b2a4c11' })
  correlationId: string;
}

export function success({ data, replayed }: OperationOutcome, correlationId: string): SuccessEnvelope {
  return { success: true, data, correlationId, ...(replayed === undefined ? {} : { replayed }) };
}

export function failure(
  { code, reason, message, details }: Pick<FailureBody, 'code' | 'reason' | 'message' | 'details'>,
  correlationId: string,
): FailureBody {
  return { success: false, code, ...(reason === undefined ? {} : { reason }), message, details, correlationId };
}
