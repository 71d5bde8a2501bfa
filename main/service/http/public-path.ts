/**
 * The address a request asks for, without the path of the public address: some proxies take it off before they pass a
 * request on, others do not. Pure.
 */
export function withoutPublicPath(asked: string, publicAddress: string): string {
  const base = URL.parse(publicAddress)?.pathname.replace(/\/+$/, '') ?? '';
  if (base === '' || !asked.startsWith(base)) return asked;
  const rest = asked.slice(base.length);
  if (/^[/?]/.test(rest)) return rest.startsWith('/') ? rest : `/${rest}`;
  return rest === '' ? '/' : asked;
}
