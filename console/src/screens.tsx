import { lazy, Suspense, useRef, type ReactNode } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { CONSENT_PATH } from './api/consent.js';
import { useScreens } from './menu.js';
import { strings } from './strings/common.js';
import { Boundary } from './ui/boundary.js';
import { Arrival, Screen } from './ui/screen.js';
import { Loading } from './ui/states.js';

/** Which screen is at which path. Each is loaded when one first gets there. */
const Cohorts = lazy(() => import('./screens/cohorts/cohorts.js'));
const Spaces = lazy(() => import('./screens/community/spaces.js'));
const Space = lazy(() => import('./screens/community/space.js'));
const Post = lazy(() => import('./screens/community/post.js'));
const CommunityReports = lazy(() => import('./screens/community/reports.js'));
const Moderation = lazy(() => import('./screens/community/moderation.js'));
const Cockpit = lazy(() => import('./screens/cockpit/cockpit.js'));
const CohortProgress = lazy(() => import('./screens/cockpit/cohort-progress.js'));
const History = lazy(() => import('./screens/cockpit/history.js'));
const CohortAnalytics = lazy(() => import('./screens/analytics/cohort-analytics.js'));
const Coaches = lazy(() => import('./screens/analytics/coaches.js'));
const Usage = lazy(() => import('./screens/usage/usage.js'));
const Gradebook = lazy(() => import('./screens/gradebook/gradebook.js'));
const MyPeople = lazy(() => import('./screens/my-people/my-people.js'));
const Person = lazy(() => import('./screens/person/person.js'));
const Work = lazy(() => import('./screens/work/work.js'));
const Review = lazy(() => import('./screens/work/review.js'));
const Bookings = lazy(() => import('./screens/bookings/bookings.js'));
const Availability = lazy(() => import('./screens/bookings/availability.js'));
const SalesQueue = lazy(() => import('./screens/sales-queue/sales-queue.js'));
const Prospects = lazy(() => import('./screens/prospects/prospects.js'));
const Prospect = lazy(() => import('./screens/prospects/prospect.js'));
const Sales = lazy(() => import('./screens/sales/sales.js'));
const Sale = lazy(() => import('./screens/sales/sale.js'));
const Offers = lazy(() => import('./screens/offers/offers.js'));
const Offer = lazy(() => import('./screens/offers/offer.js'));
const Closers = lazy(() => import('./screens/closers/closers.js'));
const SalesFigures = lazy(() => import('./screens/sales-figures/sales-figures.js'));
const People = lazy(() => import('./screens/people/people.js'));
const Member = lazy(() => import('./screens/people/member.js'));
const PeopleImport = lazy(() => import('./screens/people/people-import.js'));
const Programs = lazy(() => import('./screens/programs/programs.js'));
const Program = lazy(() => import('./screens/programs/program.js'));
const Cohort = lazy(() => import('./screens/programs/cohort.js'));
const CohortTask = lazy(() => import('./screens/programs/cohort-task.js'));
const Course = lazy(() => import('./screens/courses/course.js'));
const CoursePreview = lazy(() => import('./screens/courses/preview.js'));
const Lesson = lazy(() => import('./screens/courses/lesson.js'));
const Forms = lazy(() => import('./screens/forms/forms.js'));
const FormScreen = lazy(() => import('./screens/forms/form.js'));
const FormPreview = lazy(() => import('./screens/forms/preview.js'));
const FormVersion = lazy(() => import('./screens/forms/version.js'));
const Groups = lazy(() => import('./screens/groups/groups.js'));
const GroupScreen = lazy(() => import('./screens/groups/group.js'));
const Library = lazy(() => import('./screens/library/library.js'));
const Video = lazy(() => import('./screens/library/video.js'));
const Reminders = lazy(() => import('./screens/reminders/reminders.js'));
const Reminder = lazy(() => import('./screens/reminders/reminder.js'));
const FormAssignments = lazy(() => import('./screens/form-assignments/form-assignments.js'));
const FormAssignment = lazy(() => import('./screens/form-assignments/form-assignment.js'));
const AnswersOf = lazy(() => import('./screens/form-assignments/answers-of.js'));
const FormResponse = lazy(() => import('./screens/form-assignments/form-response.js'));
const IntakeLinks = lazy(() => import('./screens/form-assignments/intake-links.js'));
const FormResponses = lazy(() => import('./screens/form-assignments/form-responses.js'));
const FormResults = lazy(() => import('./screens/form-assignments/form-results.js'));
const Exports = lazy(() => import('./screens/exports/exports.js'));
const Erasures = lazy(() => import('./screens/erasures/erasures.js'));
const Erasure = lazy(() => import('./screens/erasures/erasure.js'));
const Calendars = lazy(() => import('./screens/calendars/calendars.js'));
const Busy = lazy(() => import('./screens/bookings/busy.js'));
const CalendarConnections = lazy(() => import('./screens/calendar-connections/connections.js'));
const Connected = lazy(() => import('./screens/calendar-connections/connected.js'));
const Organization = lazy(() => import('./screens/organization/organization.js'));
const IdentityProvider = lazy(() => import('./screens/organization/identity-provider.js'));
const PaymentProvider = lazy(() => import('./screens/payment-provider/payment-provider.js'));
const ProviderEvents = lazy(() => import('./screens/payment-provider/events.js'));
const Account = lazy(() => import('./screens/account/account.js'));
const Today = lazy(() => import('./screens/my/today.js'));
const MyCourses = lazy(() => import('./screens/my/courses.js'));
const MyLesson = lazy(() => import('./screens/my/lesson.js'));
const MyTasks = lazy(() => import('./screens/my/tasks.js'));
const MyForms = lazy(() => import('./screens/my/forms.js'));
const MyForm = lazy(() => import('./screens/my/form.js'));
const MyVideos = lazy(() => import('./screens/my/videos.js'));
const MyVideo = lazy(() => import('./screens/my/video.js'));
const MyProgress = lazy(() => import('./screens/my/progress.js'));
const Webhooks = lazy(() => import('./screens/webhooks/webhooks.js'));
const Webhook = lazy(() => import('./screens/webhooks/webhook.js'));
const Audit = lazy(() => import('./screens/audit/audit.js'));

export function Screens() {
  const [location] = useLocation();
  const { start } = useScreens();
  return (
    // Another path is another page: nothing of the last one stays.
    <Boundary key={location}>
      <Arrived>
        <Suspense fallback={<Loading />}>
          <Switch>
            <Route path="/">{start && <Redirect to={start.path} replace />}</Route>
            <Route path="/cohorts" component={Cohorts} />
            <Route path="/cohorts/:cohortId">{({ cohortId }) => <Cockpit cohortId={cohortId} />}</Route>
            <Route path="/cohorts/:cohortId/progress">{({ cohortId }) => <CohortProgress cohortId={cohortId} />}</Route>
            <Route path="/cohorts/:cohortId/history">{({ cohortId }) => <History cohortId={cohortId} />}</Route>
            <Route path="/cohorts/:cohortId/gradebook">{({ cohortId }) => <Gradebook cohortId={cohortId} />}</Route>
            <Route path="/my-people" component={MyPeople} />
            <Route path="/cohorts/:cohortId/analytics">
              {({ cohortId }) => <CohortAnalytics cohortId={cohortId} />}
            </Route>
            <Route path="/coaches" component={Coaches} />
            <Route path="/enrollments/:enrollmentId">
              {({ enrollmentId }) => <Person enrollmentId={enrollmentId} />}
            </Route>
            <Route path="/work" component={Work} />
            <Route path="/work/reviews/:submissionId">
              {({ submissionId }) => <Review submissionId={submissionId} />}
            </Route>
            <Route path="/bookings" component={Bookings} />
            <Route path="/bookings/availability/:memberId">
              {({ memberId }) => <Availability memberId={memberId} />}
            </Route>
            <Route path="/bookings/busy/:memberId">{({ memberId }) => <Busy memberId={memberId} />}</Route>
            <Route path="/sales-queue" component={SalesQueue} />
            <Route path="/prospects" component={Prospects} />
            <Route path="/prospects/:prospectId">{({ prospectId }) => <Prospect prospectId={prospectId} />}</Route>
            <Route path="/sales" component={Sales} />
            <Route path="/sales/:saleId">{({ saleId }) => <Sale saleId={saleId} />}</Route>
            <Route path="/offers" component={Offers} />
            <Route path="/offers/:offerId">{({ offerId }) => <Offer offerId={offerId} />}</Route>
            <Route path="/closers" component={Closers} />
            <Route path="/sales-figures" component={SalesFigures} />
            <Route path="/people" component={People} />
            <Route path="/people/imports/:importId">{({ importId }) => <PeopleImport importId={importId} />}</Route>
            <Route path="/people/:memberId">{({ memberId }) => <Member memberId={memberId} />}</Route>
            <Route path="/programs" component={Programs} />
            <Route path="/programs/:programId">{({ programId }) => <Program programId={programId} />}</Route>
            <Route path="/programs/cohorts/:cohortId">{({ cohortId }) => <Cohort cohortId={cohortId} />}</Route>
            <Route path="/programs/cohort-tasks/:taskId">{({ taskId }) => <CohortTask taskId={taskId} />}</Route>
            <Route path="/programs/courses/:courseId">{({ courseId }) => <Course courseId={courseId} />}</Route>
            <Route path="/programs/courses/:courseId/preview">
              {({ courseId }) => <CoursePreview courseId={courseId} />}
            </Route>
            <Route path="/programs/lessons/:lessonId">{({ lessonId }) => <Lesson lessonId={lessonId} />}</Route>
            <Route path="/forms" component={Forms} />
            <Route path="/forms/:formId">{({ formId }) => <FormScreen formId={formId} />}</Route>
            <Route path="/forms/:formId/preview">{({ formId }) => <FormPreview formId={formId} />}</Route>
            <Route path="/forms/versions/:formVersionId">
              {({ formVersionId }) => <FormVersion formVersionId={formVersionId} />}
            </Route>
            <Route path="/groups" component={Groups} />
            <Route path="/groups/:groupId">{({ groupId }) => <GroupScreen groupId={groupId} />}</Route>
            <Route path="/community" component={Spaces} />
            <Route path="/community/reports" component={CommunityReports} />
            <Route path="/community/posts/:postId">{({ postId }) => <Post postId={postId} />}</Route>
            <Route path="/community/:spaceId">{({ spaceId }) => <Space spaceId={spaceId} />}</Route>
            <Route path="/moderation" component={Moderation} />
            <Route path="/library" component={Library} />
            <Route path="/library/:videoResourceId">
              {({ videoResourceId }) => <Video videoResourceId={videoResourceId} />}
            </Route>
            <Route path="/reminders" component={Reminders} />
            <Route path="/reminders/:reminderRuleId">
              {({ reminderRuleId }) => <Reminder reminderRuleId={reminderRuleId} />}
            </Route>
            <Route path="/form-assignments" component={FormAssignments} />
            <Route path="/form-assignments/:formAssignmentId">
              {({ formAssignmentId }) => <FormAssignment formAssignmentId={formAssignmentId} />}
            </Route>
            <Route path="/form-assignments/:formAssignmentId/responses/:enrollmentId">
              {(of) => <AnswersOf formAssignmentId={of.formAssignmentId} enrollmentId={of.enrollmentId} />}
            </Route>
            <Route path="/form-responses/:formResponseId">
              {({ formResponseId }) => <FormResponse formResponseId={formResponseId} />}
            </Route>
            <Route path="/forms/:formId/responses">{({ formId }) => <FormResponses formId={formId} />}</Route>
            <Route path="/forms/:formId/intake-links">{({ formId }) => <IntakeLinks formId={formId} />}</Route>
            <Route path="/forms/:formId/results">{({ formId }) => <FormResults formId={formId} />}</Route>
            <Route path="/exports" component={Exports} />
            <Route path="/erasures" component={Erasures} />
            <Route path="/erasures/:erasureId">{({ erasureId }) => <Erasure erasureId={erasureId} />}</Route>
            <Route path="/calendars" component={Calendars} />
            <Route path="/calendar-connections" component={CalendarConnections} />
            <Route path={CONSENT_PATH} component={Connected} />
            <Route path="/organization" component={Organization} />
            <Route path="/organization/identity-provider" component={IdentityProvider} />
            <Route path="/organization/payment-provider" component={PaymentProvider} />
            <Route path="/organization/payment-provider/events" component={ProviderEvents} />
            <Route path="/account" component={Account} />
            <Route path="/webhooks" component={Webhooks} />
            <Route path="/webhooks/:subscriptionId">
              {({ subscriptionId }) => <Webhook subscriptionId={subscriptionId} />}
            </Route>
            <Route path="/usage" component={Usage} />
            <Route path="/audit" component={Audit} />
            <Route path="/today" component={Today} />
            <Route path="/my-courses" component={MyCourses} />
            <Route path="/my-courses/:enrollmentId/lessons/:lessonId">
              {({ enrollmentId, lessonId }) => <MyLesson enrollmentId={enrollmentId} lessonId={lessonId} />}
            </Route>
            <Route path="/my-tasks" component={MyTasks} />
            <Route path="/my-forms" component={MyForms} />
            <Route path="/my-forms/:enrollmentId/:formAssignmentId">
              {({ enrollmentId, formAssignmentId }) => (
                <MyForm enrollmentId={enrollmentId} formAssignmentId={formAssignmentId} />
              )}
            </Route>
            <Route path="/my-videos" component={MyVideos} />
            <Route path="/my-videos/:videoResourceId">
              {({ videoResourceId }) => <MyVideo videoResourceId={videoResourceId} />}
            </Route>
            <Route path="/my-progress" component={MyProgress} />
            <Route>
              <Screen title={strings.errors.noPage} />
            </Route>
          </Switch>
        </Suspense>
      </Arrived>
    </Boundary>
  );
}

function Arrived({ children }: { children: ReactNode }) {
  const hasArrived = useRef(false);
  return <Arrival value={hasArrived}>{children}</Arrival>;
}
