/** Schemas of the OpenAPI document, generated from the service's zod schemas. */
import { z } from 'zod';
import {
  member,
  nestedStoreItem,
  oauthError,
  people,
  problem,
  storeItem,
  storeProfile,
  teamMember,
  timestamp,
  tokenRequest,
  tokenResponse,
  updateProfileBody,
  uploadBase,
} from '../../api/wire.ts';
import { resourceLink, serviceRoot } from '../http/links.ts';
import { maxNoteLength } from '../release-note.ts';
import { linkedItem, linkedNestedItem, linkedProfile, linkedProfiles } from './store-schemas.ts';
import {
  downloadHistory,
  linkedApplication,
  linkedApplications,
  linkedListedApplication,
  linkedVersion,
  listedApplication,
  profileFile,
  sendRequest,
  serviceApplication,
  serviceMember,
  serviceVersion,
} from './testing-schemas.ts';

const releaseNote = z
  .string()
  .optional()
  .describe(`Shown to testers with the version. Truncated after ${maxNoteLength} characters.`);
const build = z.file().describe('An .ipa or .apk file.');

const resumableUpload = z.object({
  offset: z.int().describe('Number of stored bytes.'),
  length: z.int().describe('Number of bytes of the build.'),
  complete: z.boolean().describe('True if the upload has a result.'),
});

const uploadFields = 'The build, in the field `file` or `fileName`.';

const requests = {
  TokenRequest: tokenRequest.describe('All six fields are required, each exactly once.'),
  StoreUpload: z.union([z.object({ file: build }), z.object({ fileName: build })]).describe(uploadFields),
  TestUpload: z
    .union([z.object({ file: build, releaseNote }), z.object({ fileName: build, releaseNote })])
    .describe(uploadFields),
  ProfileUpdate: updateProfileBody.describe('Fields to change.'),
  SendRequest: sendRequest.describe('Recipients of the version.'),
} as const;

const responses = {
  TokenResponse: tokenResponse,
  OAuthError: oauthError,
  Problem: problem,
  Timestamp: timestamp,
  Link: resourceLink,
  Root: serviceRoot,
  ResumableUpload: resumableUpload,
  UploadBase: uploadBase,
  TestApplication: serviceApplication,
  TestApplications: z.array(listedApplication),
  ListedTestApplication: listedApplication,
  TestVersion: serviceVersion,
  ProfileFile: profileFile,
  VersionMember: serviceMember,
  DownloadHistory: downloadHistory,
  People: people,
  Member: member,
  TeamMember: teamMember,
  StoreProfile: storeProfile,
  StoreProfiles: z.array(storeProfile),
  StoreItem: storeItem,
  NestedStoreItem: nestedStoreItem,
  LinkedTestApplication: linkedApplication,
  LinkedTestApplications: linkedApplications,
  LinkedListedTestApplication: linkedListedApplication,
  LinkedTestVersion: linkedVersion,
  LinkedStoreProfile: linkedProfile,
  LinkedStoreProfiles: linkedProfiles,
  LinkedStoreItem: linkedItem,
  LinkedNestedStoreItem: linkedNestedItem,
} as const;

export type SchemaName = keyof typeof requests | keyof typeof responses;

export type JsonObject = { readonly [name: string]: unknown };

export function schemaReference(name: SchemaName): JsonObject {
  return { $ref: referenceTo(name) };
}

/** Returns JSON Schema 2020-12. Only response schemas forbid additional properties. */
export function describeSchemas(): JsonObject {
  return { ...toSchemas(requests, 'input'), ...toSchemas(responses, 'output') };
}

function toSchemas(named: Readonly<Record<string, z.ZodType>>, io: 'input' | 'output'): JsonObject {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { io, uri: referenceTo, override: adjustSchema });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _dialect, $id: _id, ...schema }]) => [name, schema]),
  );
}

type SchemaOverride = NonNullable<z.core.RegistryToJSONSchemaParams['override']>;

/** Describes integer widths and files in the form that client generators expect. */
const adjustSchema: SchemaOverride = ({ zodSchema, jsonSchema }) => {
  if (jsonSchema.type === 'integer') {
    delete jsonSchema.minimum;
    delete jsonSchema.maximum;
    if (zodSchema instanceof z.ZodNumberFormat && zodSchema.format === 'int32') jsonSchema.format = 'int32';
  }
  if (jsonSchema.contentEncoding === 'binary') {
    delete jsonSchema.contentEncoding;
    jsonSchema.contentMediaType = 'application/octet-stream';
  }
};

function referenceTo(name: string): string {
  return `#/components/schemas/${name}`;
}
