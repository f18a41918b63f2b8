import type { FieldIssue } from '#kernel/errors';
import { mimeTypeRangeIssue, NestedList, OneOf, TextList } from '#kernel/fields';
import { FORMAT_KINDS, type AcceptedFormatValue, type FormatKind } from './deliverable.entity.js';
import { normalizeMimeTypes } from './accepted-types.js';

export class AcceptedFormatRequest {
  @OneOf(FORMAT_KINDS, { description: 'file or link' }) kind: FormatKind;

  @TextList(mimeTypeRangeIssue, {
    optional: true,
    maxItems: 20,
    description: 'Accepted types of a file, default: any; not allowed for a link',
    example: ['application/pdf'],
  })
  mimeTypes?: string[];
}

export class AcceptedFormat {
  @OneOf(FORMAT_KINDS, { description: 'file or link' }) kind: string;

  @TextList(mimeTypeRangeIssue, {
    description: 'Accepted types of a file; empty for a link',
    example: ['application/pdf'],
  })
  mimeTypes: string[];
}

/** The accepted formats of a request: at least one, at most one for each kind. */
export function FormatList(): PropertyDecorator {
  const maxItems = FORMAT_KINDS.length;
  return NestedList(() => AcceptedFormatRequest, {
    minItems: 1,
    maxItems,
    description: 'One entry for each accepted kind',
  });
}

/** The cross-field rules of formats: each kind once, no MIME types for a link. */
export function formatIssues(formats: readonly AcceptedFormatRequest[]): FieldIssue[] {
  return formats.flatMap(({ kind, mimeTypes = [] }, index) => {
    const issues: FieldIssue[] = [];
    if (formats.findIndex((format) => format.kind === kind) !== index) {
      issues.push({ field: `acceptedFormats.${index}.kind`, issue: 'must not be repeated' });
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
