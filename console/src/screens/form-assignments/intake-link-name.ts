import { accessOf } from '../../api/access.js';
import { useSession } from '../../api/session.js';
import { intakeLinks as t } from '../../strings/intake-links.js';
import { useChoosable } from '../../ui/choosable.js';

/** The name of a link of a form, in the place of a person; null: by none. Coaches read responses that were linked, but no links. */
export function useIntakeLinkName(formId: string, intakeLinkId: string | null): string {
  const { isDirector } = accessOf(useSession().me);
  const { data } = useChoosable({ of: 'intakeLinks', formId }, { enabled: isDirector && intakeLinkId !== null });
  const link = data?.find(({ value }) => value === intakeLinkId);
  return link ? t.named(link.label) : t.link;
}
