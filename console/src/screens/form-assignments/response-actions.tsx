import type { Schemas } from '@delivery-service/client';
import { accessOf } from '../../api/access.js';
import { useSession } from '../../api/session.js';
import { formResponses as t } from '../../strings/form-assignments.js';
import { intakeLinks as links } from '../../strings/intake-links.js';
import { WriteAction } from '../../ui/write-action.js';

interface ActionsProps {
  response: Schemas['FormResponse'];
  zone: string;
}

/** What can be done with a response in its status, by the role of whoever looks. */
export function ResponseActions({ response, zone }: ActionsProps) {
  const { isStaff, isDirector, isAdministrator } = accessOf(useSession().me);
  const { id, status, redactedAt, enrollmentId, intakeLinkId } = response;
  const isByLink = intakeLinkId !== null;
  const path = { formResponseId: id };
  const reason = { kind: 'longText', label: t.reason } as const;
  const [isSubmitted, isWhole] = [status === 'submitted', redactedAt === null];
  return (
    <>
      {isDirector && isSubmitted && isByLink && enrollmentId === null && (
        <WriteAction
          label={links.toEnrollment}
          about={links.toEnrollmentAbout}
          to="POST /form-responses/{formResponseId}/link"
          path={path}
          fields={{ enrollmentId: { kind: 'enrollment', label: links.enrollment } }}
          done={links.linked}
        />
      )}
      {isStaff && isSubmitted && isWhole && !isByLink && (
        <WriteAction
          label={t.reopen}
          about={t.reopenAbout}
          to="POST /form-responses/{formResponseId}/reopen"
          path={path}
          fields={{ until: { kind: 'instant', label: t.until, hint: t.untilHint, zone, isAhead: true } }}
          done={t.reopened}
        />
      )}
      {isDirector && isSubmitted && (
        <WriteAction
          label={t.void}
          about={t.voidAbout}
          to="POST /form-responses/{formResponseId}/void"
          path={path}
          fields={{ reason }}
          done={t.voided}
          isDanger
        />
      )}
      {isAdministrator && status !== 'draft' && isWhole && (
        <WriteAction
          label={t.redact}
          about={<AboutRedacting />}
          to="POST /form-responses/{formResponseId}/redact"
          path={path}
          fields={{ reason }}
          done={t.isRedacted}
          isDanger
        />
      )}
    </>
  );
}

function AboutRedacting() {
  return (
    <>
      {t.redactAbout}
      <ul className="outcomes">
        <li>{t.goes}</li>
        <li>{t.stays}</li>
      </ul>
    </>
  );
}
