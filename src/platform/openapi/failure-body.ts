import { ERROR_STATUS } from '../errors/service-error.js';
import { Flag } from '../fields/numbers.js';
import { NestedList } from '../fields/nested.js';
import { OneOf, Text } from '../fields/text.js';

export class FailureDetail {
  @Text({ description: 'The field at fault, as a path into the request', example: 'phases.0.name' })
  field: string;

  @Text({ description: 'What is wrong with it; never its value', example: 'is required' })
  issue: string;
}

/** The body of every failure. */
export class FailureBody {
  @Flag({ example: false })
  success: boolean;

  @OneOf(Object.keys(ERROR_STATUS), { description: 'What kind of failure it is' })
  code: string;

  @Text({ description: 'A sentence for people' })
  message: string;

  @NestedList(() => FailureDetail, { description: 'The fields at fault; empty where none is' })
  details: FailureDetail[];

  @Text({ description: 'The id of this exchange', example: '0198c5d2-7b1e-7c4f-9d3a-5f0e6b2a4c11' })
  correlationId: string;
}
