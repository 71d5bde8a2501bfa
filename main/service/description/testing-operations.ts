import { testingPath } from '../testingdist/testing-wire.ts';
import { answer, body, deleted, type Operation, resource } from './operation.ts';
import { bodyRefusals, type Refusal, uploadRefusals } from './refusals.ts';

const tag = 'testingdist';
const item = `${testingPath}/items/{id}`;
const upload = body('TestUpload', 'The build, in the field `file` or `fileName`.', ['multipart/form-data']);

const versionRefusals = ['badId', 'token', 'noVersion'] as const satisfies readonly Refusal[];

/** Everything under `/api/v3/testingdist`. */
export const testingOperations: readonly Operation[] = [
  {
    method: 'get',
    path: testingPath,
    operationId: 'listTestApplications',
    tag,
    summary: 'List the applications',
    description: 'By id, each with its versions, newest first, and the newest again as `lastProfile`.',
    responses: resource(200, 'TestApplications', 'LinkedTestApplications', 'All applications.'),
    refusals: ['token', 'notAcceptable'],
  },
  {
    method: 'post',
    path: testingPath,
    operationId: 'createTestApplication',
    tag,
    summary: 'Upload a build as a new application',
    description:
      'Always makes a new application, also of a build that is there already. The version starts inactive.',
    request: upload,
    responses: resource(
      201,
      'TestApplication',
      'LinkedTestApplication',
      'The application with its one version.',
    ),
    refusals: ['token', 'notAcceptable', ...uploadRefusals],
  },
  {
    method: 'get',
    path: `${testingPath}/{id}`,
    operationId: 'getTestApplication',
    tag,
    summary: 'Get an application with its versions',
    idOf: 'application',
    responses: resource(200, 'TestApplication', 'LinkedTestApplication', 'The application.'),
    refusals: ['badId', 'token', 'noApplication', 'notAcceptable'],
  },
  {
    method: 'delete',
    path: `${testingPath}/{id}`,
    operationId: 'deleteTestApplication',
    tag,
    summary: 'Delete an application',
    description: 'Its versions, their install links and their files go with it.',
    idOf: 'application',
    responses: deleted('The application is gone.'),
    refusals: ['badId', ...bodyRefusals, 'token', 'noApplication'],
  },
  {
    method: 'post',
    path: `${testingPath}/{id}/items`,
    operationId: 'createTestVersion',
    tag,
    summary: 'Upload a build as a new version of an application',
    description: 'The version starts inactive.',
    idOf: 'application',
    request: upload,
    responses: resource(201, 'TestVersion', 'LinkedTestVersion', 'The version.'),
    refusals: ['badId', 'token', 'noApplication', 'notAcceptable', ...uploadRefusals],
  },
  {
    method: 'get',
    path: item,
    operationId: 'getTestVersion',
    tag,
    summary: 'Get a version',
    idOf: 'version',
    responses: resource(200, 'TestVersion', 'LinkedTestVersion', 'The version, with its file name.'),
    refusals: [...versionRefusals, 'notAcceptable'],
  },
  {
    method: 'delete',
    path: item,
    operationId: 'deleteTestVersion',
    tag,
    summary: 'Delete a version',
    description: 'Its install links end, mail about it that still waits is taken back, and its file goes.',
    idOf: 'version',
    responses: deleted('The version is gone.'),
    refusals: [...versionRefusals, ...bodyRefusals],
  },
  {
    method: 'get',
    path: `${item}/icon`,
    operationId: 'getTestVersionIcon',
    tag,
    summary: 'Get the icon of a version',
    idOf: 'version',
    responses: answer(
      'The icon the build brought, or a PNG picture made from its identifier.',
      ['image/png', 'image/webp', 'image/jpeg'],
      { type: 'string', format: 'binary' },
    ),
    refusals: [...versionRefusals],
  },
  {
    method: 'post',
    path: `${item}/activate`,
    operationId: 'activateTestVersion',
    tag,
    summary: 'Activate a version',
    description: 'From then on it can be sent and downloaded. Changes nothing when it is active already.',
    idOf: 'version',
    responses: resource(200, 'TestVersion', 'LinkedTestVersion', 'The version, active, with its file name.'),
    refusals: [...versionRefusals, ...bodyRefusals, 'notAcceptable'],
  },
  {
    method: 'delete',
    path: `${item}/activate`,
    operationId: 'deactivateTestVersion',
    tag,
    summary: 'Deactivate a version',
    description: 'Its install links stop working until it is activated again.',
    idOf: 'version',
    responses: resource(
      200,
      'TestVersion',
      'LinkedTestVersion',
      'The version, inactive, with its file name.',
    ),
    refusals: [...versionRefusals, ...bodyRefusals, 'notAcceptable'],
  },
  {
    method: 'post',
    path: `${item}/send`,
    operationId: 'sendTestVersion',
    tag,
    summary: 'Send a version to teams, members and addresses',
    description:
      'Each person gets one message with a personal install link, however often named. When one recipient is wrong, ' +
      'nobody is mailed. A list that is left out is empty.',
    idOf: 'version',
    request: body('SendRequest', 'Who it goes to.', ['application/json']),
    responses: resource(200, 'TestVersion', 'LinkedTestVersion', 'The version as it is afterwards.'),
    refusals: [
      ...versionRefusals,
      ...bodyRefusals,
      'notAcceptable',
      'inactive',
      'badAddress',
      'unknownPeople',
      'nobody',
    ],
  },
];
