import { mayChangeContent } from '#contexts/programs/programs.public.js';
import { forbidden } from '#kernel/errors';
import type { TargetPolicy } from '#kernel/operations';
import { accessTo, readableSpace } from '../access/space-access.js';

/** The path names a space that the caller may read, and that belongs to a program which they direct, if to no more. */
export const managedSpace: TargetPolicy = {
  notFound: readableSpace.notFound,
  authorize: async (scope, id) => {
    const { programId } = await accessTo(scope, id);
    if (!(await mayChangeContent(scope, programId))) throw forbidden();
  },
};
