import { DeliveryClient, type Schemas } from '@delivery-service/client';
import { api, serviceUrl } from './console.js';
import { newcomer, unique } from './school.js';

/** A closer of the organization, or of one program, with a client and a key of their own. */
export async function newCloser(programId?: string) {
  const scope =
    programId === undefined ? ({ scope: 'organization' } as const) : ({ scope: 'program', programId } as const);
  const made = await newcomer('MEMBER', { role: 'closer', ...scope });
  return { ...made, client: new DeliveryClient({ url: serviceUrl, apiKey: made.key }) };
}

/** Somebody who may buy, of a closer where one is named. */
export async function newProspect(body: Partial<Schemas['CreateProspectRequest']> = {}) {
  const name = unique('Prospect');
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@buyers.example`;
  return (await api.post('/prospects', { body: { name, email, assignTo: 'none', ...body } })).data;
}
