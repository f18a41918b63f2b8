import type { Schemas } from '@delivery-service/client';
import { Badge, Button, Text } from '@mantine/core';
import { useState } from 'react';
import { my as t } from '../../strings/my.js';
import { Facts } from '../../ui/screen.js';
import { Instant, Status } from '../../ui/value.js';
import { HandedIn } from '../person/media-link.js';
import { Submissions } from '../person/submissions.js';
import { HandIn } from './hand-in.js';

type Task = Schemas['MyTask'];

const COLORS: Record<Task['standing'], string> = {
  not_handed_in: 'gray',
  overdue: 'red',
  pending_review: 'blue',
  changes_requested: 'orange',
  accepted: 'green',
};

/** Whether it is the turn of whoever learns. */
export function isToDo({ status, standing }: Task): boolean {
  return status === 'published' && ['overdue', 'not_handed_in', 'changes_requested'].includes(standing);
}

/** A task with what is expected, what was handed in last, and what was said of it. */
export function TaskCard({ task }: { task: Task }) {
  const { id, title, description, dueAt, extended, standing, status, deliverable, lastSubmission } = task;
  return (
    <article className="card task" id={id} aria-label={title}>
      <header>
        <strong>{title}</strong>{' '}
        {(deliverable !== null || standing !== 'not_handed_in') && (
          <Badge color={COLORS[standing]} variant="light" className="status">
            {t.standings[standing]}
          </Badge>
        )}
        <div className="dimmed">
          {dueAt === null ? (
            t.noDeadline
          ) : (
            <>
              {t.due} <Instant iso={dueAt} /> {extended && t.extended}
            </>
          )}
        </div>
      </header>
      {description !== null && <div className="text">{description}</div>}
      {deliverable === null ? (
        <Text size="sm" c="dimmed">
          {t.nothingExpected}
        </Text>
      ) : (
        <Facts
          facts={{
            [t.expectations]:
              deliverable.expectations === null && deliverable.title === title ? undefined : (
                <div className="text">{deliverable.expectations ?? deliverable.title}</div>
              ),
            [t.criteria]:
              deliverable.criteria === null ? undefined : <div className="text">{deliverable.criteria}</div>,
          }}
        />
      )}
      {lastSubmission && (
        <div className="submission">
          {t.handedInAt} <Instant iso={lastSubmission.submittedAt} />
          <div>
            <HandedIn {...lastSubmission} />
          </div>
          {lastSubmission.note !== null && <div className="text">{lastSubmission.note}</div>}
        </div>
      )}
      <Feedback task={task} />
      {lastSubmission && deliverable && <Rounds deliverableId={deliverable.id} lastId={lastSubmission.id} />}
      {deliverable && status === 'published' && standing !== 'accepted' && (
        <HandIn taskTitle={title} deliverable={deliverable} isAgain={lastSubmission !== null} />
      )}
    </article>
  );
}

/** What was said of what was handed in last. */
export function Feedback({ task: { lastSubmission } }: { task: Task }) {
  const review = lastSubmission?.review;
  if (!review) return null;
  return (
    <blockquote className="note">
      {review.comment}
      <footer>
        <Status value={review.verdict} /> <Instant iso={review.reviewedAt} />
      </footer>
    </blockquote>
  );
}

/** The rounds before the last, which are read when they are wanted. */
function Rounds({ deliverableId, lastId }: { deliverableId: string; lastId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div>
      <Button size="compact-xs" variant="subtle" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {t.rounds}
      </Button>
      {isOpen && <Submissions deliverableId={deliverableId} exceptId={lastId} empty={t.noRounds} />}
    </div>
  );
}
