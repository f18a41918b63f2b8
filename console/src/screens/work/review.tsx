import type { Schemas } from '@delivery-service/client';
import { Text } from '@mantine/core';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { accessOf } from '../../api/access.js';
import { useSession } from '../../api/session.js';
import { viewerZone } from '../../dates.js';
import { strings } from '../../strings/common.js';
import { person } from '../../strings/person.js';
import { work as t } from '../../strings/work.js';
import { LinkButton, PageLink } from '../../ui/link.js';
import { MediaView } from '../../ui/media.js';
import { Facts, PendingScreen, Screen, Section } from '../../ui/screen.js';
import { WriteInPlace } from '../../ui/write-in-place.js';
import { VERDICTS } from '../person/deliverables.js';
import { HandedIn } from '../person/media-link.js';
import { Submissions } from '../person/submissions.js';
import { Due } from './place.js';
import './review.css';
import { useReviews } from './reviews.js';
import { Waiting } from './waiting.js';

type Item = Schemas['PendingReview'];

const pathOf = ({ id }: Item) => `/work/reviews/${id}`;

/** One submission with all that its reviewer needs; then the next one. */
export default function Review({ submissionId }: { submissionId: string }) {
  const list = useReviews();
  const { items, hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const at = items.findIndex(({ id }) => id === submissionId);
  const item = items[at];
  const isSought = !item && hasNextPage;
  useEffect(() => {
    if (isSought && !isFetchingNextPage) void fetchNextPage();
  }, [isSought, isFetchingNextPage, fetchNextPage]);
  if (!item && (isSought || list.isPending || list.error)) {
    return <PendingScreen title={t.reviews} query={{ ...list, isPending: !list.error }} />;
  }
  if (!item) return <Settled first={items[0]} />;
  return <Work item={item} next={items[at + 1] ?? items.find(({ id }) => id !== item.id)} left={items.length - 1} />;
}

/** It was reviewed meanwhile, or is not for whoever looks. */
function Settled({ first }: { first: Item | undefined }) {
  return (
    <Screen title={t.noReview} about={t.noReviewHint}>
      {first && <LinkButton to={pathOf(first)}>{t.nextReview}</LinkButton>}
    </Screen>
  );
}

function Work({ item, next, left }: { item: Item; next: Item | undefined; left: number }) {
  const { isStaff } = accessOf(useSession().me);
  const [, navigate] = useLocation();
  const { id, enrollmentId, memberName, cohortName, taskTitle, expectations, criteria } = item;
  return (
    <Screen
      title={t.workOf(item.deliverableTitle, memberName)}
      about={t.reviewsLeft(left)}
      actions={next && <LinkButton to={pathOf(next)}>{t.skip}</LinkButton>}
    >
      <Facts
        facts={{
          [t.person]: isStaff ? (
            <PageLink to={`/enrollments/${enrollmentId}?part=tasks`}>{memberName}</PageLink>
          ) : (
            memberName
          ),
          [t.cohort]: cohortName,
          [t.task]: taskTitle,
          [t.handedIn]: <Waiting since={item.submittedAt} />,
          [t.due]: <Due zone={viewerZone} iso={item.reviewDueAt} isOverdue={item.overdue} />,
        }}
      />
      <div className="review">
        <div>
          <Section title={t.work}>
            {item.media ? <MediaView key={id} {...item.media} /> : <HandedIn url={item.url} media={null} />}
            {item.note !== null && <div className="text">{item.note}</div>}
          </Section>
        </div>
        <div className="review-side">
          <Section title={t.expected}>
            {expectations === null && criteria === null ? (
              <Text c="dimmed">{t.nothingAsked}</Text>
            ) : (
              <Facts
                facts={{ [t.expectations]: <Long text={expectations} />, [t.criteria]: <Long text={criteria} /> }}
              />
            )}
          </Section>
          <Section title={t.yourReview}>
            <WriteInPlace
              key={id}
              label={person.review.action}
              fields={{
                verdict: { kind: 'choice', label: person.review.verdict, options: VERDICTS, startsEmpty: true },
                comment: {
                  kind: 'longText',
                  label: person.review.comment,
                  isOptional: true,
                  requiredWhen: { field: 'verdict', isOneOf: ['changes_requested'] },
                },
              }}
              to="POST /submissions/{submissionId}/reviews"
              path={{ submissionId: id }}
              done={t.reviewed(item.deliverableTitle, memberName)}
              onDone={() => navigate(next ? pathOf(next) : '/work')}
            />
          </Section>
        </div>
        {isStaff && (
          <Section title={t.earlier}>
            <Submissions deliverableId={item.deliverableId} exceptId={id} empty={t.noEarlier} />
          </Section>
        )}
      </div>
    </Screen>
  );
}

function Long({ text }: { text: string | null }) {
  return <div className="text">{text ?? strings.common.none}</div>;
}
