import { expect, it } from '@jest/globals';
import type { RestorationPreview } from '#contexts/programs/program.dto.js';
import { Dice } from '../support/dice.js';
import { useSchool } from '../support/use-school.js';

const { school } = useSchool();

async function preview(programId: string): Promise<RestorationPreview> {
  return (await school.owner.client.get(`/programs/${programId}/restore-preview`)).body.data as RestorationPreview;
}

async function send(path: string, body: object = {}): Promise<string> {
  return ((await school.owner.client.post(path, body)).body.data as { id: string }).id;
}

it('tells what a restoration returns to, with the last two status changes as evidence', async () => {
  const id = await send('/programs', { name: 'Leadership Essentials' });
  await send(`/programs/${id}/publish`);
  await send(`/programs/${id}/archive`, { reason: 'Replaced' });
  const by = { changedBy: school.owner.accountId, changedByName: expect.any(String), changedAt: expect.any(String) };
  expect(await preview(id)).toEqual({
    programId: id,
    status: 'archived',
    restorable: true,
    restoresTo: 'active',
    reason: null,
    evidence: [
      { position: 3, from: 'active', to: 'archived', reason: 'Replaced', ...by },
      { position: 2, from: 'draft', to: 'active', reason: null, ...by },
    ],
    asOf: expect.any(String),
  });
});

it('tells why a program can not be restored', async () => {
  const imported = await send('/programs', { name: 'Imported', status: 'archived' });
  expect(await preview(imported)).toMatchObject({ restorable: false, reason: 'history_missing', evidence: [] });
  const draft = await send('/programs', { name: 'Draft' });
  expect(await preview(draft)).toMatchObject({ restorable: false, restoresTo: null, reason: 'not_archived' });
});

it('says restorable exactly when a restoration would succeed at once, whatever the history', async () => {
  const dice = new Dice(7);
  const statuses = ['draft', 'active', 'archived'] as const;
  const seen = new Set<string>();
  for (let count = 0; count < 60; count += 1) {
    const imported = { name: 'Imported', status: 'archived' };
    const id = dice.chance(0.2) ? await send('/programs', imported) : await school.program(dice.pick(statuses));
    const { rows } = await school.rows<{ last: number }>(
      'select coalesce(max(position), 0) as last from program_status_changes where organization_id = $1 and program_id = $2',
      id,
    );
    for (let position = rows[0].last + 1, more = dice.below(3); more > 0; more -= 1, position += 1) {
      await school.insert('program_status_changes', {
        program_id: id,
        position,
        from_status: dice.chance(0.2) ? null : dice.pick(statuses),
        to_status: dice.pick(['archived', ...statuses]),
        changed_by: school.owner.accountId,
        changed_at: school.app.now(),
      });
    }
    const { restorable, restoresTo, reason } = await preview(id);
    const { status, body } = await school.owner.client.post(`/programs/${id}/restore`, {});
    expect([id, restorable]).toEqual([id, status === 200]);
    if (restorable) expect(body.data.status).toBe(restoresTo);
    seen.add(String(reason));
  }
  expect([...seen].sort()).toEqual(['history_contradictory', 'history_missing', 'not_archived', 'null']);
});
