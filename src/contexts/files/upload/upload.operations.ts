import { everyMember } from '#kernel/access';
import { refusal } from '#kernel/errors';
import { declareEvent, declareServiceAct } from '#kernel/events';
import { OneOf, Uuid } from '#kernel/fields';
import { BY_PERSON, declareRead, declareWrite, foundBy } from '#kernel/operations';
import { lifecycle } from '#kernel/work';
import { fileTables } from '../files.tables.js';
import { readUpload } from './read-upload.js';
import { CreateMyUploadRequest, Upload } from './upload.dto.js';
import { REJECTIONS, type UploadStatus } from './upload.entity.js';

/** Open or being checked, of a person. */
export const MAX_UPLOADS = 20;

export const uploadLimit = refusal('upload_limit', `The person has ${MAX_UPLOADS} uploads under way, the maximum.`);
export const storageFull = refusal('storage_full', 'The organization stores as much as it may.');

export const UPLOAD = lifecycle<UploadStatus>('upload', {
  open: ['checking', 'cancelled'],
  checking: [],
  ready: ['used', 'cancelled'],
  used: [],
  rejected: [],
  cancelled: [],
  expired: [],
});

class UploadReady {
  @Uuid() uploadId: string;
}

class UploadRejected extends UploadReady {
  @OneOf(REJECTIONS) reason: string;
}

export const UPLOAD_READY = {
  audited: declareServiceAct('upload.ready', 'upload'),
  event: declareEvent('upload.ready', 'The file of an upload was checked, and can be used.', UploadReady),
};
export const UPLOAD_REJECTED = {
  audited: declareServiceAct('upload.rejected', 'upload'),
  event: declareEvent('upload.rejected', 'The file of an upload was checked, and cannot be used.', UploadRejected),
};

const ownUpload = foundBy({
  ...BY_PERSON,
  tables: fileTables,
  name: 'own_upload',
  sql: 'select 1 from uploads where organization_id = :organization and id = :id and created_by = :account',
  notFound: 'The upload does not exist in the organization, or somebody else created it.',
});

const uploads = { tag: 'Me', access: everyMember, response: Upload, targetType: 'upload' } as const;

export const getMyUpload = declareRead({
  ...uploads,
  name: 'get_my_upload',
  path: '/me/uploads/:uploadId',
  summary: 'Retrieve an upload',
  description: 'With the parts that are missing, and what came of the check.',
  target: ownUpload,
});

export const createMyUpload = declareWrite({
  ...uploads,
  name: 'create_my_upload',
  path: '/me/uploads',
  summary: 'Upload a file',
  description:
    'Announces a file, whose parts are then sent to the URLs of `parts`, in any order. When all are there, complete the upload. ' +
    `The Idempotency-Key is the person's own; a replay shows the upload as it is. A person has at most ${MAX_UPLOADS} uploads ` +
    'that are open or being checked.',
  status: 201,
  keyScope: 'account',
  body: CreateMyUploadRequest,
  action: 'upload.created',
  narrowReplay: (scope, { id }) => readUpload(scope, id),
  refusals: {
    400: 'The Idempotency-Key is missing, a field is invalid, or the file is larger than others of its type may be.',
    403: 'The caller is neither an administrator nor a director or coach, and has no active or paused enrollment.',
    503: 'The disk has too little room. Retry later.',
  },
  reasons: [uploadLimit, storageFull],
});

export const completeMyUpload = declareWrite({
  ...uploads,
  name: 'complete_my_upload',
  path: '/me/uploads/:uploadId/complete',
  summary: 'Complete an upload',
  description:
    'The file is then checked: its length, its SHA-256 if one was announced, and whether its content is what its type says. It ' +
    'is ready, or rejected with a reason; where a part is missing, it is open again with the reason `incomplete`.',
  target: ownUpload,
  keyScope: 'account',
  leadsTo: 'checking',
  action: 'upload.completed',
  replayWith: getMyUpload,
  reasons: UPLOAD.refusalsOfMove('checking'),
});

export const cancelMyUpload = declareWrite({
  ...uploads,
  name: 'cancel_my_upload',
  path: '/me/uploads/:uploadId/cancel',
  summary: 'Cancel an upload',
  description: 'What was uploaded is removed.',
  target: ownUpload,
  keyScope: 'account',
  leadsTo: 'cancelled',
  action: 'upload.cancelled',
  replayWith: getMyUpload,
  reasons: UPLOAD.refusalsOfMove('cancelled'),
});
