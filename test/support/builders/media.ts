import type { Row, Tenant } from '../tenant.js';

export async function media(
  school: Tenant,
  kind: 'video' | 'image' | 'file' = 'video',
  row: Row = {},
): Promise<string> {
  return school.insert('media', {
    kind,
    title: `A ${kind}`,
    mime_type: { video: 'video/mp4', image: 'image/png', file: 'application/pdf' }[kind],
    url: `https://media.example.com/${kind}`,
    own_side: false,
    created_by: school.owner.accountId,
    created_at: school.app.now(),
    ...row,
  });
}
