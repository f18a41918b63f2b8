/** The status history, the timeline and the briefing of an enrollment. */
const PAGES = 'test/insights/enrollment-timeline-pages.e2e-spec.ts';
const BRIEFING = 'test/insights/enrollment-briefing.e2e-spec.ts';
const STATEMENTS = 'src/insights/enrollment-timeline/enrollment-timeline.statements.ts';

export default [
  {
    id: 'history-position',
    removes: 'the position after the last change of the enrollment',
    file: 'src/contexts/enrollments/enrollment-history.ts',
    from: '(select coalesce(max(h.position), 0) + 1',
    to: '(select count(*) filter (where h.position > 99) + 1',
    tests: 'test/enrollments/enrollment-history.e2e-spec.ts',
    titles: ['has every move with its reason'],
  },
  {
    id: 'timeline-tie',
    removes: 'the kind in the order of items of one instant',
    file: STATEMENTS,
    from: "{ property: 'kind', direction: 'asc', type: 'text', sql: 'kind', of: TIMELINE_KINDS }",
    to: "{ property: 'kind', direction: 'asc', type: 'text', sql: `''::text`, of: TIMELINE_KINDS }",
    tests: PAGES,
    titles: ['make the same sequence whatever their size'],
  },
  {
    id: 'timeline-cursor',
    removes: 'the kind and id in the place after which a page begins',
    file: STATEMENTS,
    from: "page.after([at, name, 'i.id'])",
    to: "page.after([at, name, 'i.id']).replace('i.id) >', 'i.id) <>')",
    tests: PAGES,
    titles: ['make the same sequence whatever their size'],
  },
  {
    id: 'timeline-moved-live',
    removes: 'the start of a moved live session in its attendances',
    file: 'src/contexts/live-sessions/live-session.service.ts',
    from: 'if (columns.startsAt) uow.queue(moveAttendances, { session: id, startsAt: updated.startsAt });',
    to: '',
    tests: 'test/insights/enrollment-timeline.e2e-spec.ts',
    titles: ['where its live session is moved to'],
  },
  {
    id: 'briefing-closed',
    removes: 'that only members whom the cockpit counts have alerts',
    file: 'src/insights/enrollment-briefing/briefing-signals.statements.ts',
    from: 'and m.status in (${SEATED}) and (${where})',
    to: 'and (${where})',
    tests: BRIEFING,
    titles: ['a withdrawn one no rhythm'],
  },
  {
    id: 'timeline-bounded',
    removes: 'the limit of each kind of item to the size of the page',
    file: STATEMENTS,
    from: 'limit :limit)`;',
    to: ')`;',
    tests: PAGES,
    titles: ['reads no more rows of a kind than the page may have'],
  },
  {
    id: 'timeline-reopenings-follow',
    removes: 'the reopenings that go along with a transferred task',
    file: 'src/contexts/tasks/member-task/task-transfer.ts',
    from: 'uow.queue(moveReopenings, { ids, from, to });',
    to: '',
    tests: 'test/insights/enrollment-timeline.e2e-spec.ts',
    titles: ['that a transfer takes their tasks and interventions to'],
  },
  {
    id: 'timeline-updates-follow',
    removes: 'the updates that go along with a transferred intervention',
    file: 'src/contexts/follow-up/follow-up-transfer.ts',
    from: 'uow.queue(moveUpdates, { ids, from, to });',
    to: '',
    tests: 'test/insights/enrollment-timeline.e2e-spec.ts',
    titles: ['that a transfer takes their tasks and interventions to'],
  },
];
