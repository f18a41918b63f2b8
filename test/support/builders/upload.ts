import type { Row, Tenant } from '../tenant.js';

/** An open upload of the owner's; no part was sent. */
export async function upload(school: Tenant, row: Row = {}): Promise<string> {
  const now = school.app.now();
  return school.insert('uploads', {
    ...{ name: 'Plan.pdf', mime_type: 'application/pdf', byte_size: 12, part_size: 5_242_880 },
    ...{ status: 'open', has_parts: true, created_by: school.owner.accountId },
    ...{ created_at: now, updated_at: now, expires_at: new Date(now.getTime() + 86_400_000) },
    ...row,
  });
}
