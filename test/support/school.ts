import { v7 as uuidv7 } from 'uuid';
import { attendance } from './builders/attendance.js';
import { blocker } from './builders/blocker.js';
import { availability, booking, bookingType } from './builders/booking.js';
import { calendarConnection, externalBusy } from './builders/calendar-connection.js';
import { calendarFeed } from './builders/calendar-feed.js';
import { coachingSession } from './builders/coaching-session.js';
import { cohort, phase } from './builders/cohort.js';
import {
  communityMute,
  enrolledMember,
  moderationCase,
  post,
  postReport,
  space,
  storedMedia,
} from './builders/community.js';
import { course, courseCompletion, courseSection, lesson, lessonCompletion } from './builders/course.js';
import { deadlineExtension } from './builders/deadline-extension.js';
import { cohortTask } from './builders/cohort-task.js';
import { deliverable } from './builders/deliverable.js';
import { enrollment } from './builders/enrollment.js';
import { eventFeed } from './builders/event-feed.js';
import {
  form,
  formAssignment,
  formOf,
  formResponse,
  formVersion,
  intakeLink,
  intakeResponse,
} from './builders/form.js';
import { group } from './builders/group.js';
import { groupMembership } from './builders/group-membership.js';
import { externalIdentity, identityProvider } from './builders/identity-provider.js';
import { paymentProvider, providerEvent } from './builders/payment-provider.js';
import { intervention } from './builders/intervention.js';
import { liveSession } from './builders/live-session.js';
import { media } from './builders/media.js';
import { milestone, milestoneLesson, milestoneReach } from './builders/milestone.js';
import { note } from './builders/note.js';
import { outcomeEntry, outcomeMeasure } from './builders/outcome.js';
import { erasure, formerMember } from './builders/erasure.js';
import { offer } from './builders/offer.js';
import { exportOf } from './builders/export.js';
import { upload } from './builders/upload.js';
import { peopleImport } from './builders/people-import.js';
import { invitation, passkey } from './builders/passkey.js';
import { enrollmentPath, path } from './builders/path.js';
import { person, assign, key } from './builders/person.js';
import { prospect } from './builders/prospect.js';
import { hold, payment, sale, salesLink, soldSale } from './builders/sale.js';
import { salesCall } from './builders/sales-call.js';
import { program, statusChange } from './builders/program.js';
import { reminderFiring, reminderRule } from './builders/reminder.js';
import { signIn } from './builders/sign-in.js';
import { submission, handedIn } from './builders/submission.js';
import { task } from './builders/task.js';
import { videoQuestion } from './builders/video-question.js';
import { videoResource } from './builders/video-resource.js';
import { delivery } from './builders/webhook-delivery.js';
import { subscription } from './builders/webhook-subscription.js';
import { Tenant } from './tenant.js';
import type { TestApp } from './test-app.js';

export type { Assignment, Person } from './builders/person.js';

/** An organization with builders, each of which returns the id of the new row. */
export class School extends Tenant {
  readonly person = this.builder(person);
  readonly assign = this.builder(assign);
  readonly key = this.builder(key);
  readonly signIn = this.builder(signIn);
  readonly identityProvider = this.builder(identityProvider);
  readonly paymentProvider = this.builder(paymentProvider);
  readonly providerEvent = this.builder(providerEvent);
  readonly externalIdentity = this.builder(externalIdentity);
  readonly passkey = this.builder(passkey);
  readonly invitation = this.builder(invitation);
  readonly program = this.builder(program);
  readonly statusChange = this.builder(statusChange);
  readonly cohort = this.builder(cohort);
  readonly phase = this.builder(phase);
  readonly enrollment = this.builder(enrollment);
  readonly blocker = this.builder(blocker);
  readonly intervention = this.builder(intervention);
  readonly note = this.builder(note);
  readonly coachingSession = this.builder(coachingSession);
  readonly availability = this.builder(availability);
  readonly bookingType = this.builder(bookingType);
  readonly booking = this.builder(booking);
  readonly calendarFeed = this.builder(calendarFeed);
  readonly calendarConnection = this.builder(calendarConnection);
  readonly externalBusy = this.builder(externalBusy);
  readonly task = this.builder(task);
  readonly cohortTask = this.builder(cohortTask);
  readonly deadlineExtension = this.builder(deadlineExtension);
  readonly deliverable = this.builder(deliverable);
  readonly submission = this.builder(submission);
  readonly handedIn = this.builder(handedIn);
  readonly course = this.builder(course);
  readonly courseCompletion = this.builder(courseCompletion);
  readonly courseSection = this.builder(courseSection);
  readonly lesson = this.builder(lesson);
  readonly lessonCompletion = this.builder(lessonCompletion);
  readonly milestone = this.builder(milestone);
  readonly milestoneLesson = this.builder(milestoneLesson);
  readonly milestoneReach = this.builder(milestoneReach);
  readonly outcomeMeasure = this.builder(outcomeMeasure);
  readonly outcomeEntry = this.builder(outcomeEntry);
  readonly path = this.builder(path);
  readonly enrollmentPath = this.builder(enrollmentPath);
  readonly prospect = this.builder(prospect);
  readonly media = this.builder(media);
  readonly videoResource = this.builder(videoResource);
  readonly videoQuestion = this.builder(videoQuestion);
  readonly liveSession = this.builder(liveSession);
  readonly attendance = this.builder(attendance);
  readonly form = this.builder(form);
  readonly formVersion = this.builder(formVersion);
  readonly formOf = this.builder(formOf);
  readonly intakeLink = this.builder(intakeLink);
  readonly intakeResponse = this.builder(intakeResponse);
  readonly formAssignment = this.builder(formAssignment);
  readonly formResponse = this.builder(formResponse);
  readonly space = this.builder(space);
  readonly enrolledMember = this.builder(enrolledMember);
  readonly post = this.builder(post);
  readonly moderationCase = this.builder(moderationCase);
  readonly postReport = this.builder(postReport);
  readonly storedMedia = this.builder(storedMedia);
  readonly communityMute = this.builder(communityMute);
  readonly offer = this.builder(offer);
  readonly sale = this.builder(sale);
  readonly hold = this.builder(hold);
  readonly payment = this.builder(payment);
  readonly soldSale = this.builder(soldSale);
  readonly salesLink = this.builder(salesLink);
  readonly salesCall = this.builder(salesCall);
  readonly group = this.builder(group);
  readonly groupMembership = this.builder(groupMembership);
  readonly erasure = this.builder(erasure);
  readonly formerMember = this.builder(formerMember);
  readonly export = this.builder(exportOf);
  readonly upload = this.builder(upload);
  readonly peopleImport = this.builder(peopleImport);
  readonly eventFeed = this.builder(eventFeed);
  readonly reminderRule = this.builder(reminderRule);
  readonly reminderFiring = this.builder(reminderFiring);
  readonly subscription = this.builder(subscription);
  readonly delivery = this.builder(delivery);

  static async open(app: TestApp): Promise<School> {
    const school = new School(app);
    await school.renew();
    return school;
  }

  /** Replaces it by a new organization with only an owner. */
  async renew(): Promise<void> {
    this.id = uuidv7();
    this.owner = await this.batch(async (school) => {
      await school.send('insert into organizations (id, name, created_at) values ($1, $2, $3)', [
        school.id,
        'Lighthouse Academy',
        school.app.now(),
      ]);
      return person(school, 'OWNER');
    });
  }

  private builder<Given extends unknown[], Made>(
    build: (school: Tenant, ...given: Given) => Promise<Made>,
  ): (...given: Given) => Promise<Made> {
    return (...given) => this.batch((school) => build(school, ...given));
  }
}
