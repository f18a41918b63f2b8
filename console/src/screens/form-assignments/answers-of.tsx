import { Redirect } from 'wouter';
import { useRead } from '../../api/reads.js';
import { formStandings as t } from '../../strings/form-assignments.js';
import { PendingScreen, Screen } from '../../ui/screen.js';

/** Leads to the response of somebody who is asked: standings do not name it. */
export default function AnswersOf(path: { formAssignmentId: string; enrollmentId: string }) {
  const query = useRead('/form-assignments/{formAssignmentId}/responses/{enrollmentId}', { path });
  if (!query.data) return <PendingScreen title={t.answers} query={query} />;
  const { response } = query.data;
  if (!response) return <Screen title={t.noAnswers} about={t.noAnswersHint} />;
  return <Redirect to={`/form-responses/${response.id}`} replace />;
}
