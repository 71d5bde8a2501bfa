import type { FastifyInstance } from 'fastify';
import { refuseOtherMethods } from '../http/requests.ts';
import { descriptionPath } from './common-operations.ts';
import { describeService } from './document.ts';

/** `GET /openapi.json`, for everybody: it says nothing about what the service holds. */
export function addDescription(server: FastifyInstance, address: () => string): void {
  let text: string | null = null;
  server.get(descriptionPath, async (_request, reply) => {
    text ??= JSON.stringify(describeService(address()));
    return reply.type('application/json; charset=utf-8').send(text);
  });
  refuseOtherMethods(server, descriptionPath, ['GET']);
}
