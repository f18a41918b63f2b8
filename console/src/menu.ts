import { accessOf, type Access } from './api/access.js';
import { useIsLearner } from './api/own-enrollments.js';
import { useSession } from './api/session.js';
import { shell } from './strings/shell.js';

export interface MenuItem {
  path: string;
  name: string;
}

interface Offered extends MenuItem {
  isFor: (access: Access) => boolean;
}

/** Whoever works there has it with their work, whoever only learns among their own. */
const COMMUNITY: MenuItem = { path: '/community', name: shell.screens.community };

/** The parts of the menu, each with its screens. */
const PARTS: { part: string; screens: Offered[] }[] = [
  {
    part: shell.parts.coaching,
    screens: [
      { path: '/cohorts', name: shell.screens.cohorts, isFor: ({ isStaff }) => isStaff },
      { path: '/my-people', name: shell.screens.myPeople, isFor: ({ isCoach }) => isCoach },
      { path: '/work', name: shell.screens.work, isFor: ({ isReviewer }) => isReviewer },
      { path: '/bookings', name: shell.screens.bookings, isFor: ({ isStaff }) => isStaff },
      {
        path: '/calendar-connections',
        name: shell.screens.calendarConnections,
        isFor: ({ connectsCalendars }) => connectsCalendars,
      },
      { path: '/form-assignments', name: shell.screens.formAssignments, isFor: ({ isStaff }) => isStaff },
      { path: '/coaches', name: shell.screens.coaches, isFor: ({ isDirector }) => isDirector },
      { path: '/people', name: shell.screens.people, isFor: ({ isAdministrator }) => isAdministrator },
    ],
  },
  {
    part: shell.parts.selling,
    screens: [
      { path: '/sales-queue', name: shell.screens.salesQueue, isFor: ({ sells }) => sells },
      { path: '/prospects', name: shell.screens.prospects, isFor: ({ sells }) => sells },
      { path: '/sales', name: shell.screens.sales, isFor: ({ sells }) => sells },
      { path: '/offers', name: shell.screens.offers, isFor: ({ sells }) => sells },
      { path: '/closers', name: shell.screens.closers, isFor: ({ sells }) => sells },
      {
        path: '/sales-figures',
        name: shell.screens.salesFigures,
        isFor: ({ isAdministrator }) => isAdministrator,
      },
    ],
  },
  {
    part: shell.parts.teaching,
    screens: [
      { path: '/programs', name: shell.screens.programs, isFor: ({ readsPrograms }) => readsPrograms },
      { path: '/forms', name: shell.screens.forms, isFor: ({ readsPrograms }) => readsPrograms },
      { path: '/groups', name: shell.screens.groups, isFor: ({ readsPrograms }) => readsPrograms },
      { ...COMMUNITY, isFor: ({ readsPrograms }) => readsPrograms },
      { path: '/moderation', name: shell.screens.moderation, isFor: ({ moderates }) => moderates },
      { path: '/library', name: shell.screens.library, isFor: ({ readsPrograms }) => readsPrograms },
      { path: '/calendars', name: shell.screens.calendars, isFor: ({ readsPrograms }) => readsPrograms },
      { path: '/reminders', name: shell.screens.reminders, isFor: ({ isAdministrator }) => isAdministrator },
    ],
  },
  {
    part: shell.parts.administration,
    screens: [
      { path: '/organization', name: shell.screens.organization, isFor: ({ readsPrograms }) => readsPrograms },
      { path: '/webhooks', name: shell.screens.webhooks, isFor: ({ isAdministrator }) => isAdministrator },
      { path: '/exports', name: shell.screens.exports, isFor: ({ isAdministrator }) => isAdministrator },
      { path: '/erasures', name: shell.screens.erasures, isFor: ({ isAdministrator }) => isAdministrator },
      { path: '/usage', name: shell.screens.usage, isFor: ({ isAdministrator }) => isAdministrator },
      { path: '/audit', name: shell.screens.audit, isFor: ({ isAdministrator }) => isAdministrator },
    ],
  },
];

/** The side of those who learn, whatever else they are. */
const OWN: MenuItem[] = [
  { path: '/today', name: shell.screens.today },
  { path: '/my-courses', name: shell.screens.myCourses },
  { path: '/my-tasks', name: shell.screens.myTasks },
  { path: '/my-forms', name: shell.screens.myForms },
  { path: '/my-videos', name: shell.screens.myVideos },
  { path: '/my-progress', name: shell.screens.myProgress },
];

/** The screens that whoever is signed in may see, with their start, which is their work where they coach or review; `unknown` is the read that is to say whether they learn. */
export function useScreens() {
  const access = accessOf(useSession().me);
  const { query, isLearner } = useIsLearner();
  const offered = PARTS.map(({ part, screens }) => ({ part, screens: screens.filter(({ isFor }) => isFor(access)) }));
  const ownScreens = access.readsPrograms ? OWN : [...OWN, COMMUNITY];
  const own = { part: shell.parts.learning, screens: isLearner === true ? ownScreens : [] };
  const parts: { part: string; screens: MenuItem[] }[] = [...offered, own].filter(({ screens }) => screens.length > 0);
  const screens = parts.flatMap((part) => part.screens);
  const work = access.isDirector ? undefined : screens.find(({ path }) => path === '/work');
  return { parts, screens, start: work ?? screens[0], unknown: isLearner === undefined ? query : null };
}
