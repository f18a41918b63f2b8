import { Alert, Text } from '@mantine/core';
import { useRead } from '../../api/reads.js';
import { programs as t } from '../../strings/programs.js';
import { Loaded } from '../../ui/states.js';
import { Instant } from '../../ui/value.js';
import { WriteAction } from '../../ui/write-action.js';

/** Restores an archived program to what its recorded history proves; the dialog shows the evidence first. */
export function RestoreAction({ programId }: { programId: string }) {
  const path = { programId };
  return (
    <WriteAction
      label={t.restore}
      preview={() => <Evidence programId={programId} />}
      to="POST /programs/{programId}/restore"
      path={path}
      done={({ status }) => t.restored(status)}
    />
  );
}

function Evidence({ programId }: { programId: string }) {
  const query = useRead('/programs/{programId}/restore-preview', { path: { programId } });
  return (
    <Loaded query={query}>
      {({ restorable, restoresTo, reason, evidence }) => (
        <Alert color={restorable ? 'gray' : 'orange'} title={t.evidence}>
          <Text size="sm">
            {restorable && restoresTo !== null
              ? t.restoresTo(restoresTo)
              : `${t.notRestorable} ${t.notRestorableBecause[reason ?? ''] ?? ''}`}
          </Text>
          <ul className="details">
            {evidence.map(({ position, from, to, reason: why, changedByName, changedAt }) => (
              <li key={position}>
                {t.step(from, to)}, {changedByName}, <Instant iso={changedAt} />
                {why !== null && <div className="text">{why}</div>}
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </Loaded>
  );
}
