import type { Schemas } from '@delivery-service/client';
import type { UploadedFile } from '../../api/file-upload.js';
import { accessOf } from '../../api/access.js';
import { useStoresFiles } from '../../api/own-enrollments.js';
import { useSession } from '../../api/session.js';
import { community as t } from '../../strings/community.js';
import type { Fields, ValuesOf } from '../../ui/fields.js';
import { registerFile } from '../../ui/registered-file.js';
import { WriteAction } from '../../ui/write-action.js';

/** Writes a post, or a comment on one, with a file where somebody may register one. */
export function WritePost({ spaceId, parentId }: { spaceId: string; parentId?: string }) {
  const { client, me } = useSession();
  const storesFiles = useStoresFiles();
  const isStaff = accessOf(me).answersQuestions;
  const isComment = parentId !== undefined;
  const fields: Fields = {
    ...(!isComment && { title: { kind: 'text', label: t.postTitle, isOptional: true } }),
    body: { kind: 'longText', label: t.body },
    ...((isStaff || storesFiles) && { file: { kind: 'file', label: t.file, isOptional: true } }),
  };
  const body = async ({ file, ...words }: ValuesOf<Fields>): Promise<Schemas['CreatePostRequest']> => {
    const post = { ...(words as { title?: string; body: string }), ...(isComment && { parentId }) };
    if (file === undefined) return post;
    const mediaId = await registerFile(client, file as UploadedFile, isStaff ? '/media' : '/me/media');
    return { ...post, mediaIds: [mediaId] };
  };
  return (
    <WriteAction
      label={isComment ? t.comment : t.write}
      which={parentId ?? spaceId}
      fields={fields}
      to="POST /spaces/{spaceId}/posts"
      path={{ spaceId }}
      body={body}
      done={isComment ? t.commented : t.posted}
    />
  );
}
