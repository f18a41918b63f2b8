import { controllerOf } from '#kernel/operations';
import { createSubmission, listSubmissions } from './submission.operations.js';
import { SubmissionService } from './submission.service.js';

export class SubmissionController extends controllerOf(SubmissionService, {
  create: createSubmission,
  list: listSubmissions,
}) {}
