import { expect, it } from '@jest/globals';
import { useSchool } from '../support/use-school.js';
import { at, fieldsOf, isText, withValue } from './body-schema.js';
import { pathOf, withPresentRevision } from './sample.js';
import { samples } from './samples.js';

/** The texts that audit entries tell, of definitions mostly: any other stays out of the trail. */
const IN_AUDIT: Record<string, string[]> = {
  create_api_key: ['name'],
  create_program: ['name', 'description'],
  update_program: ['name'],
  archive_program: ['reason'],
  create_cohort: ['name', 'phases.0.name'],
  configure_cohort: ['name', 'phases.0.name'],
  plan_intervention: ['title'],
  bulk_plan_interventions: ['title'],
  open_blocker: ['title'],
  create_member_task: ['title'],
  create_deliverable: ['title'],
  update_deliverable: ['title'],
  archive_deliverable: ['reason'],
  create_group: ['name'],
  update_group: ['name'],
  create_live_session: ['title'],
  create_media: ['title'],
  publish_video_resource: ['title'],
  update_video_resource: ['title'],
  set_identity_provider: ['clientId'],
  create_webhook_subscription: ['name'],
  update_webhook_subscription: ['name'],
};
/** The same of events: the name or title of what was created. */
const IN_EVENTS =
  /^create_(program|cohort|group|path|webhook_subscription) name$|^update_webhook_subscription name$|^create_(member_task|deliverable|live_session|media|my_media|course|section|lesson|milestone) title$|^(publish_video_resource|answer_video_question) title$/;

const { app, school } = useSchool();

const WITH_BODY = samples.filter(({ operation }) => operation.body !== undefined);

it.each(WITH_BODY.map((one) => [one.operation.name, one] as const))(
  '%s: audit entries and events tell no text of the body that is not named here, also as a former value, and the log none',
  async (name, { operation, arrange }) => {
    const call = await arrange(school);
    const texts = fieldsOf(app.contract.document, operation, call.body)
      .filter(({ schema }) => isText(schema))
      .map(({ position }) => position)
      .filter((position) => {
        const text = at(call.body, position);
        return typeof text === 'string' && !text.includes('@');
      });
    const canary = (index: number) => `canary-${index}-of-the-texts`;
    const body = texts.reduce((sent, position, index) => withValue(sent, position, canary(index)), call.body);
    // A PATCH is followed by another, which has the texts as former values.
    for (const sent of operation.method === 'PATCH' ? [body, call.body] : [body]) {
      const path = pathOf(operation, call.params);
      const present = await withPresentRevision(school.owner.client, path, sent);
      const { status } = await school.owner.client.send(operation.method, path, { body: present });
      expect(status).toBe(operation.status);
    }
    expect(app.logged()).not.toMatch(/canary-\d/);
    const { audit, events } = await school.trail();
    const told = (entries: unknown[]) =>
      texts.filter((_, index) => JSON.stringify(entries).includes(canary(index))).map((position) => position.join('.'));
    expect(told(audit)).toEqual(IN_AUDIT[name] ?? []);
    const named = texts.map((position) => position.join('.')).filter((field) => IN_EVENTS.test(`${name} ${field}`));
    expect(told(events)).toEqual(named);
  },
);

it('names no text that no operation takes', () => {
  const names = samples.map(({ operation }) => operation.name);
  expect(names).toEqual(expect.arrayContaining(Object.keys(IN_AUDIT)));
});
