import { cancelMyUpload, completeMyUpload, createMyUpload } from '#contexts/files/upload/upload.operations.js';
import { sample, type Sample } from '../conformance/sample.js';

export const filesSamples: Sample[] = [
  sample(
    createMyUpload,
    () =>
      Promise.resolve({
        body: { name: 'My coaching plan.pdf', mimeType: 'application/pdf', byteSize: 48_213, sha256: 'a'.repeat(64) },
      }),
    { replayDiffers: true },
  ),
  sample(completeMyUpload, async (school) => ({
    params: [await school.upload({ created_by: school.owner.accountId })],
    body: {},
  })),
  sample(cancelMyUpload, async (school) => ({
    params: [await school.upload({ created_by: school.owner.accountId })],
    body: {},
  })),
];
