import type { FastifyInstance } from 'fastify';
import { bothModes } from '../description/operation.ts';
import { modeOf, rejectOtherMethods, sendResource } from '../http/requests.ts';
import { createPeople } from '../people/people.ts';
import type { ServiceContext } from '../service-context.ts';

/** Not in the API reference. Without this path, clients can find only the recipients of earlier versions. */
const path = '/api/v3/people';

const schema = {
  operationId: 'listPeople',
  summary: 'List teams and members',
  description: 'Possible recipients of a version.',
  response: bothModes(200, 'People', 'People', 'Teams and members. Identical in both modes.'),
} as const;

export function addPeopleRoute(server: FastifyInstance, { storage, clock }: ServiceContext): void {
  const people = createPeople(storage.people, clock);
  server.get(path, { schema }, async (request, reply) => {
    const mode = modeOf(request);
    const { teams, members } = await people.list();
    return sendResource(reply, mode, { teams, members }, (plain) => plain);
  });
  rejectOtherMethods(server, path, ['GET']);
}
