import type { FieldIssue } from '../platform/errors/service-error.js';
import { NestedList } from '../platform/fields/nested.js';
import { OneOf, TextList } from '../platform/fields/text.js';
import { FORMAT_KINDS, type AcceptedFormatValue, type FormatKind } from './deliverable.entity.js';
import { isMimeType, normalizeMimeTypes } from './mime-type.js';

const mimeTypeIssue = (value: unknown): string | undefined =>
  isMimeType(value) ? undefined : 'must be a MIME type, type/subtype or type/*';

export class AcceptedFormatRequest {
  @OneOf(FORMAT_KINDS, { description: 'file or link' })
  kind: FormatKind;

  @TextList(mimeTypeIssue, {
    optional: true,
    maxItems: 20,
    description: 'Accepted types of a file; none given means any. A link accepts none',
    example: ['application/pdf'],
  })
  mimeTypes?: string[];
}

export class AcceptedFormat {
  @OneOf(FORMAT_KINDS, { description: 'file or link' })
  kind: string;

  @TextList(mimeTypeIssue, {
    description: 'Accepted types of a file; always empty for a link',
    example: ['application/pdf'],
  })
  mimeTypes: string[];
}

/** The formats that a request sets: at least one, and no more than there are kinds. */
export function FormatList(options: { optional?: boolean } = {}): PropertyDecorator {
  return NestedList(() => AcceptedFormatRequest, {
    ...options,
    minItems: 1,
    maxItems: FORMAT_KINDS.length,
    description: 'One entry for each accepted kind',
  });
}

/** The rules that look across formats: each kind once, no types on a link. */
export function formatIssues(formats: readonly AcceptedFormatRequest[]): FieldIssue[] {
  return formats.flatMap(({ kind, mimeTypes = [] }, index) => {
    const issues: FieldIssue[] = [];
    if (formats.findIndex((format) => format.kind === kind) !== index) {
      issues.push({ field: `acceptedFormats.${index}.kind`, issue: 'must not be given twice' });
    }
    if (kind === 'link' && mimeTypes.length > 0) {
      issues.push({ field: `acceptedFormats.${index}.mimeTypes`, issue: 'must be empty for a link' });
    }
    return issues;
  });
}

export function toFormatValues(formats: readonly AcceptedFormatRequest[]): AcceptedFormatValue[] {
  return formats.map(({ kind, mimeTypes = [] }) => ({ kind, mimeTypes: normalizeMimeTypes(mimeTypes) }));
}
