import type { AccountView, CallArguments, ConnectionPart, ConnectionReport } from '../../../preload/page.ts';
import { t } from '../../messages.ts';

export type AccountDraft = {
  readonly name: string;
  /** Empty if it is the same as the service address. */
  readonly authUrl: string;
  readonly baseUrl: string;
  readonly userName: string;
  readonly password: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string;
  readonly mode: 'plain' | 'link';
  readonly vendor: string;
  readonly installLinkTemplate: string;
};

/** The built-in service accepts any scope. For other services, the connection test checks it. */
const defaultScope = 'distribution';

type AccountProblems = Partial<Record<keyof AccountDraft, string>>;

export function accountDraft(account: AccountView | null): AccountDraft {
  return {
    name: account?.name ?? '',
    authUrl: account && account.authUrl !== account.baseUrl ? account.authUrl : '',
    baseUrl: account?.baseUrl ?? '',
    userName: account?.userName ?? '',
    password: '',
    clientId: account?.clientId ?? '',
    clientSecret: '',
    scope: account?.scope ?? defaultScope,
    mode: account?.mode ?? 'plain',
    vendor: account?.vendor ?? '',
    installLinkTemplate: account?.installLinkTemplate ?? '',
  };
}

/** Returns a service address as a URL: with a scheme, without query, fragment and API path. */
export function serviceAddress(text: string): string {
  const [typed = ''] = text.trim().split(/[?#]/, 1);
  const address = typed === '' || /^[a-z][a-z\d+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`;
  return address.replace(/\/api(?:\/v3)?\/?$/, '');
}

/** Chromium accepts spaces in host names. */
const isHttp = (text: string): boolean =>
  !/\s/.test(text) && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

export function accountProblems(draft: AccountDraft, account: AccountView | null): AccountProblems {
  const problems: AccountProblems = {};
  if (draft.authUrl.trim() !== '' && !isHttp(serviceAddress(draft.authUrl)))
    problems.authUrl = t('accounts.badAddress');
  if (draft.baseUrl.trim() !== '' && !isHttp(serviceAddress(draft.baseUrl)))
    problems.baseUrl = t('accounts.badAddress');
  const [missing] = missingFields(draft, account);
  if (missing) problems[missing] = t(`accounts.needed.${missing}`);
  return problems;
}

const required = ['baseUrl', 'userName', 'password', 'clientId', 'clientSecret', 'scope', 'vendor'] as const;

/** Returns the required fields that are empty, in the order of the dialog. */
export function missingFields(draft: AccountDraft, account: AccountView | null) {
  return required.filter((field) => {
    if (field === 'password' || field === 'clientSecret')
      return draft[field] === '' && account?.hasSecrets !== true;
    return draft[field].trim() === '' && (field !== 'vendor' || draft.mode === 'link');
  });
}

const fieldsOf: { readonly [Part in ConnectionPart]: readonly (keyof AccountDraft)[] } = {
  name: [],
  port: [],
  network: [],
  certificate: [],
  proxy: [],
  address: [],
  client: ['clientId', 'clientSecret'],
  user: ['userName', 'password'],
  scope: ['scope'],
  'sign-in': [],
  access: [],
  mode: ['mode'],
  service: [],
};

const ofAddress: readonly ConnectionPart[] = ['name', 'port', 'address', 'certificate', 'network'];

export function suspectFields(
  { problem }: ConnectionReport,
  { authUrl }: Pick<AccountDraft, 'authUrl'>,
): readonly (keyof AccountDraft)[] {
  if (problem === null) return [];
  const isOwn = problem.at === 'sign-in' && authUrl.trim() !== '';
  if (ofAddress.includes(problem.part)) return [isOwn ? 'authUrl' : 'baseUrl'];
  return fieldsOf[problem.part];
}

/** Returns the arguments of `accounts.save`. An empty name defaults to the service's host. */
export function accountValues(
  draft: AccountDraft,
  account: AccountView | null,
): CallArguments<'accounts.save'> {
  const template = draft.installLinkTemplate.trim();
  const baseUrl = serviceAddress(draft.baseUrl);
  return {
    ...(account ? { id: account.id } : {}),
    name: draft.name.trim() || new URL(baseUrl).host,
    authUrl: serviceAddress(draft.authUrl) || baseUrl,
    baseUrl,
    userName: draft.userName.trim(),
    clientId: draft.clientId.trim(),
    scope: draft.scope.trim(),
    mode: draft.mode,
    vendor: draft.vendor.trim() || 'slipway',
    installLinkTemplate: template === '' ? null : template,
    ...(draft.password === '' ? {} : { password: draft.password }),
    ...(draft.clientSecret === '' ? {} : { clientSecret: draft.clientSecret }),
  };
}
