import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readProxyList, systemProxyResolver } from '../../../main/shell/system/system-proxy.ts';
import { collectedLog } from '../../fakes/collected-log.ts';

test.each<[string, string | null, readonly string[]]>([
  ['DIRECT', null, []],
  ['', null, []],
  ['PROXY proxy.example:3128', 'http://proxy.example:3128', []],
  ['PROXY proxy.example:3128; DIRECT', 'http://proxy.example:3128', []],
  ['PROXY one.example:1;PROXY two.example:2', 'http://one.example:1', []],
  ['HTTPS proxy.example:443;DIRECT', 'https://proxy.example:443', []],
  ['http proxy.example:8080', 'http://proxy.example:8080', []],
  ['PROXY [::1]:3128', 'http://[::1]:3128', []],
  ['SOCKS5 socks.example:1080; PROXY two.example:2', 'http://two.example:2', ['SOCKS5 socks.example:1080']],
  ['SOCKS socks.example:1080; DIRECT', null, ['SOCKS socks.example:1080']],
  ['SOCKS4 a:1;SOCKS5 b:2', null, ['SOCKS4 a:1', 'SOCKS5 b:2']],
  ['QUIC quic.example:443; DIRECT', null, ['QUIC quic.example:443']],
  ['PROXY user:word@/path; PROXY two.example:2', 'http://two.example:2', ['PROXY user:word@/path']],
  ['PROXY', null, ['PROXY']],
])('the proxy list "%s" resolves to %s', (text, proxy, unsupported) => {
  expect(readProxyList(text)).toEqual({ proxy, unsupported });
});

test('a system proxy is always a plain http or https address', () => {
  const words = fc.constantFrom(
    'PROXY',
    'HTTPS',
    'SOCKS',
    'DIRECT',
    ';',
    ' ',
    'a.example:1',
    '[::1]:2',
    '@',
    '/',
    'ü',
  );
  const texts = fc.oneof(
    fc.string(),
    fc.array(words).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const { proxy } = readProxyList(text);
      if (proxy !== null) expect(new URL(proxy)).toMatchObject({ username: '', pathname: '/', search: '' });
      if (proxy !== null) expect(proxy).toMatch(/^https?:/);
    }),
  );
});

test('the proxy is looked up for each request', async () => {
  const lookups: string[] = [];
  const { log, lines } = collectedLog();
  const answers = [
    'SOCKS socks.example:1080; DIRECT',
    'SOCKS socks.example:1080; DIRECT',
    'PROXY a.example:1',
  ];
  const session = {
    resolveProxy: async (url: string) => {
      lookups.push(url);
      return answers.shift() ?? 'DIRECT';
    },
  };
  const systemProxy = systemProxyResolver(session, log);
  const url = new URL('https://service.example/api');
  expect([await systemProxy(url), await systemProxy(url), await systemProxy(url)]).toEqual([
    null,
    null,
    'http://a.example:1',
  ]);
  expect(lookups).toEqual(Array.from({ length: 3 }, () => 'https://service.example/api'));
  expect(lines.filter((line) => line.includes('SOCKS socks.example:1080'))).toHaveLength(1);
});
