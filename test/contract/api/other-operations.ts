/** Operations of the reference API, as the independent service in other-service.ts implements them. */
import type { ResponseFormat } from './other-formats.ts';
import {
  type Addresses,
  type OtherBuild,
  type OtherProfile,
  type OtherVersion,
  showApplication,
  showItem,
  showListed,
  showProfile,
  showVersion,
} from './other-records.ts';
import { newVersion, type OtherStore } from './other-store.ts';

/** A call of an operation. `id` is the number in its path, or 0. */
export type Call = {
  readonly store: OtherStore;
  readonly format: ResponseFormat;
  readonly link: Addresses;
  readonly id: number;
  readonly body: string;
  readonly type: string;
  /** Form field that contains the uploaded file, or null if there is no file. */
  readonly field: string | null;
  readonly build: OtherBuild;
};

/** Response to a call; null if the resource does not exist. The body is empty if `value` is undefined. */
export type Reply = {
  readonly status: number;
  readonly value: unknown;
  readonly location?: string;
  /** Web page that is sent instead of the value. */
  readonly page?: string;
} | null;

type Operation = (call: Call) => Reply;

/** Returns the operation for a method and a path below `/api/v3`, in which `#` replaces the number. */
export function operationOf(line: string): Operation | undefined {
  return operations[line];
}

const ok = (value: unknown): Reply => ({ status: 200, value });

const root: Operation = ({ link }) => {
  const links = (area: string) => [
    link('get_profiles', 'GET', `/${area}/profiles`),
    link('create_profile', 'POST', `/${area}/profiles`),
    link('unheard_of', 'PATCH', '/x'),
  ];
  return ok({ appStore: links('appstore'), testingDist: links('testingdist') });
};

const createApplication: Operation = ({ store, format, link, build }) => {
  const id = store.nextId();
  const version = newVersion(store.nextId(), id, build, store.tick(), format.listedAfter);
  const made = { id, name: build.label, versions: [version] };
  if (format.creates !== 'swallowed') store.applications.push(made);
  const shown = showApplication({ ...made, versions: [{ ...version, hiddenFor: 0 }] }, link);
  const value = format.creates === 'bare' ? { ...shown, profiles: [] } : shown;
  return creation(format, value, `/testingdist/profiles/${id}`);
};

const createVersion: Operation = ({ store, format, link, id, build }) => {
  const application = store.applications.find((one) => one.id === id);
  if (!application) return null;
  const made = newVersion(store.nextId(), id, build, store.tick(), format.listedAfter);
  if (format.creates !== 'swallowed') application.versions.push(made);
  return creation(format, showVersion(made, false, link), `/testingdist/profiles/items/${made.id}`);
};

const readApplication: Operation = ({ store, link, id }) => {
  const application = store.applications.find((one) => one.id === id);
  return application ? ok(showApplication(application, link)) : null;
};

const ofVersion =
  (operation: (version: OtherVersion, call: Call) => Reply): Operation =>
  (call) => {
    const versions = call.store.applications.flatMap((one) => one.versions);
    const version = versions.find((one) => one.id === call.id && one.hiddenFor === 0);
    return version ? operation(version, call) : null;
  };

const switched = (isActive: boolean): Operation =>
  ofVersion((version, { store, format, link }) => {
    version.isActive = isActive;
    version.updatedAt = store.tick();
    return change(format, showVersion(version, true, link));
  });

const send: Operation = ofVersion((version, { store, format, body }) => {
  version.sentAt = store.tick();
  version.sentTo = (JSON.parse(body) as { emails: string[] }).emails;
  return change(format, 'Sent');
});

const createProfile: Operation = ({ store, format, link, build }) => {
  const [id, at] = [store.nextId(), store.tick()];
  const { packageName, label: name, version, fileSize } = build;
  const texts = { name, packageName, shortDescription: null, longDescription: null };
  const items = [{ id: store.nextId(), profileId: id, version, fileSize, at }];
  const made: OtherProfile = { id, ...texts, at, updatedAt: at, items };
  if (format.creates !== 'swallowed') store.profiles.push(made);
  const shown = showProfile(made, link);
  const { items: _, ...bare } = shown;
  return creation(format, format.creates === 'bare' ? bare : shown, `/appstore/profiles/${id}`);
};

const ofProfile =
  (operation: (profile: OtherProfile, call: Call) => Reply): Operation =>
  (call) => {
    const profile = call.store.profiles.find((one) => one.id === call.id);
    return profile ? operation(profile, call) : null;
  };

const updateProfile: Operation = ofProfile((profile, { store, format, link, body, type }) => {
  const isForm = type.startsWith('application/x-www-form-urlencoded');
  if (isForm !== (format.updates === 'form')) return { status: 415, value: 'Not in this form' };
  const fields: Record<string, string> = isForm
    ? Object.fromEntries(new URLSearchParams(body))
    : (JSON.parse(body) as Record<string, string>);
  profile.name = fields.Name ?? profile.name;
  profile.shortDescription = fields.ShortDescription ?? profile.shortDescription;
  profile.longDescription = fields.LongDescription ?? profile.longDescription;
  profile.updatedAt = store.tick();
  return change(format, showProfile(profile, link));
});

const createItem: Operation = ofProfile((profile, { store, format, link, id, build }) => {
  const { version, fileSize } = build;
  const made = { id: store.nextId(), profileId: id, version, fileSize, at: store.tick() };
  if (format.creates !== 'swallowed') profile.items.push(made);
  return creation(format, showItem(made, profile, link), `/appstore/profiles/items/${made.id}`);
});

/** Reads one item. The reference API lacks this operation, but Location headers refer to it. */
const readItem: Operation = ({ store, link, id }) => {
  for (const profile of store.profiles) {
    const item = profile.items.find((one) => one.id === id);
    if (item) return ok(showItem(item, profile, link));
  }
  return null;
};

/** Returns an operation that removes the record with the given id from the first list that contains it. */
const removal =
  (lists: (store: OtherStore) => readonly { readonly id: number }[][], value: unknown): Operation =>
  ({ store, format, id }) => {
    const list = lists(store).find((all) => all.some((one) => one.id === id));
    list?.splice(
      list.findIndex((one) => one.id === id),
      1,
    );
    return list ? change(format, value) : null;
  };

/** Wraps an operation so that it rejects forms without a file in this field. */
function withFile(field: string, operation: Operation): Operation {
  return (call) => {
    if (call.field === field) return operation(call);
    return { status: 400, value: `no file in the field ${field}` };
  };
}

const operations: Readonly<Record<string, Operation>> = {
  'GET /root': root,
  'GET /testingdist/profiles': ({ store, link }) =>
    ok(store.applications.map((one) => showListed(one, link))),
  'POST /testingdist/profiles': withFile('file', createApplication),
  'GET /testingdist/profiles/#': readApplication,
  'DELETE /testingdist/profiles/#': removal((store) => [store.applications], 'OK'),
  'POST /testingdist/profiles/#/items': withFile('file', createVersion),
  'GET /testingdist/profiles/items/#': ofVersion((version, { link }) => ok(showVersion(version, true, link))),
  'DELETE /testingdist/profiles/items/#': removal((store) => store.applications.map((one) => one.versions), {
    success: true,
  }),
  'POST /testingdist/profiles/items/#/activate': switched(true),
  'DELETE /testingdist/profiles/items/#/activate': switched(false),
  'POST /testingdist/profiles/items/#/send': send,
  'GET /appstore/profiles': ({ store, link }) => ok(store.profiles.map((one) => showProfile(one, link))),
  'POST /appstore/profiles': withFile('file', createProfile),
  'GET /appstore/profiles/#': ofProfile((profile, { link }) => ok(showProfile(profile, link))),
  'PUT /appstore/profiles/#': updateProfile,
  'DELETE /appstore/profiles/#': removal((store) => [store.profiles], 'OK'),
  'POST /appstore/profiles/#': withFile('fileName', createItem),
  'GET /appstore/profiles/items/#': readItem,
  'DELETE /appstore/profiles/items/#': removal((store) => store.profiles.map((one) => one.items), 7),
};

function change(format: ResponseFormat, value: unknown): Reply {
  const replies: Readonly<Record<ResponseFormat['changes'], Reply>> = {
    whole: { status: 200, value },
    '204': { status: 204, value: undefined },
    '202': { status: 202, value: undefined },
    blank: { status: 200, value: undefined },
    null: { status: 200, value: null },
    word: { status: 200, value: { success: true } },
    page: { status: 200, value: null, page: '<!DOCTYPE html><title>Thank you</title>' },
  };
  return replies[format.changes];
}

function creation(format: ResponseFormat, value: object, location: string): Reply {
  const replies: Readonly<Record<ResponseFormat['creates'], Reply>> = {
    whole: { status: 201, value },
    bare: { status: 201, value },
    location: { status: 201, value: undefined, location },
    pointer: { status: 201, value: { id: 7 }, location },
    '204': { status: 204, value: undefined },
    '202': { status: 202, value: undefined },
    swallowed: { status: 202, value: undefined },
    blank: { status: 200, value: undefined },
  };
  return replies[format.creates];
}
