import { generateKeyPairSync } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { textOf } from '../../../../main/messages/text.ts';
import { checkSender } from '../../../../main/service/mail/sender/check-sender.ts';
import { txtLookup } from '../../../../main/service/mail/sender/txt-lookup.ts';
import { startDnsServer, type Zone } from '../../../fakes/dns-server.ts';

const domain = 'example.org';
const key = (bits: number): string =>
  generateKeyPairSync('rsa', { modulusLength: bits })
    .publicKey.export({ format: 'der', type: 'spki' })
    .toString('base64');
const strongKey = key(1024);
const spf = 'v=spf1 ip4:192.0.2.0/24 -all';
const dmarc = { '_dmarc.example.org': ['v=DMARC1; p=reject; rua=mailto:d@example.org'] };
const dkim = { 's1._domainkey.example.org': [`v=DKIM1; k=rsa; p=${strongKey}`] };

async function report(zone: Zone, selector: string | null = null, from = `Builds <builds@${domain}>`) {
  const { address, queries, stop } = await startDnsServer(zone);
  onTestFinished(stop);
  const resolver = new Resolver({ timeout: 300, tries: 1 });
  resolver.setServers([address]);
  const { findings } = await checkSender({ from, selector }, txtLookup(resolver));
  const levels = Object.fromEntries(findings.map(({ about, level }) => [about, level]));
  const text = (wanted: string): string => {
    const found = findings.find(({ about }) => about === wanted);
    return [found?.text, found?.action].flatMap((each) => (each ? [textOf(each)] : [])).join(' ');
  };
  return { levels, text, queries };
}

const spfOf = (record: string, more: Zone = {}) => report({ [domain]: [record], ...dmarc, ...more });

describe('a sender’s domain', () => {
  test('meets all requirements with SPF, a DKIM key and DMARC', async () => {
    const { levels, text } = await report({ [domain]: ['other=1', spf], ...dmarc, ...dkim }, 's1');
    expect(levels).toEqual({ spf: 'ok', dkim: 'ok', dmarc: 'ok', 'any-volume': 'ok', bulk: 'ok' });
    expect(text('dmarc')).toContain('Messages that fail are rejected.');
  });

  test('has an unknown DKIM key without a selector', async () => {
    const { levels, queries } = await report({ [domain]: [spf], ...dmarc });
    expect(levels).toEqual({ spf: 'ok', dkim: 'unknown', dmarc: 'ok', 'any-volume': 'ok', bulk: 'unknown' });
    expect(queries.sort()).toEqual(['_dmarc.example.org', 'example.org']);
  });

  test('meets no requirement without any record', async () => {
    const { levels } = await report({ [domain]: null }, 's1');
    expect(levels).toEqual({
      ...{ spf: 'problem', dkim: 'problem', dmarc: 'warning' },
      ...{ 'any-volume': 'problem', bulk: 'warning' },
    });
  });

  test('meets the requirement for any volume with DKIM alone', async () => {
    const { levels } = await report({ [domain]: null, ...dkim }, 's1');
    expect(levels).toMatchObject({ spf: 'problem', dkim: 'ok', 'any-volume': 'ok', bulk: 'warning' });
  });

  test.each([
    ['does not exist', 'builds@nowhere.example'],
    ['is empty', 'builds@'],
    ['is too long', `builds@${'a'.repeat(300)}.org`],
  ])('is the only problem when it %s', async (_, from) => {
    expect((await report({}, null, from)).levels).toEqual({ domain: 'problem' });
  });

  test('is looked up in its ASCII form', async () => {
    const { queries } = await report({ 'xn--grn-ioa.example': [spf] }, null, 'Ü <ü@Grün.example>');
    expect(queries).toContain('xn--grn-ioa.example');
  });
});

describe('a DNS server that fails', () => {
  test('makes the check fail with a transient error', async () => {
    await expect(report({ [domain]: 'fail', '_dmarc.example.org': 'fail' })).rejects.toMatchObject({
      code: 'service/mailDns',
      remedy: 'check-network',
    });
  });

  test('for some records makes only their results unknown', async () => {
    const { levels } = await report({ [domain]: [spf], '_dmarc.example.org': 'fail' }, 's1');
    expect(levels).toMatchObject({ spf: 'ok', dkim: 'problem', dmarc: 'unknown', 'any-volume': 'ok' });
    const included = await spfOf('v=spf1 include:spf.example.net -all', { 'spf.example.net': 'fail' });
    expect(included.levels).toMatchObject({ spf: 'unknown', 'any-volume': 'unknown' });
    const signed = await report({ [domain]: [spf], ...dmarc, 's1._domainkey.example.org': 'fail' }, 's1');
    expect(signed.levels).toMatchObject({ dkim: 'unknown', bulk: 'unknown' });
  });
});

describe('an SPF record', () => {
  test.each([
    'v=spf1 -all',
    'v=spf1 redirect=nowhere.example -all',
    'V=SPF1 +mx a:mail.example.org/24//64 ptr ~all',
    'v=spf1  ip4:192.0.2.1 ip6:2001:db8::/32 exists:%{i}.example.net exp=e.example.org other.x=y ?ALL',
    'v=spf1 a:%{d1r/}.example.net mx/24 -all mx mx mx mx mx mx mx mx mx mx mx',
  ])('is valid: %s', async (record) => {
    expect((await spfOf(record)).levels.spf).toBe(record.includes('?') ? 'warning' : 'ok');
  });

  test.each([
    ['v=spf1 ip4:192.0.2.0/33 -all', 'ip4:192.0.2.0/33'],
    ['v=spf1 ip4:2001:db8::1 -all', 'ip4:2001:db8::1'],
    ['v=spf1 ip6:192.0.2.1 -all', 'ip6:192.0.2.1'],
    ['v=spf1 ip4:192.0.2.1/8/8 -all', 'ip4:192.0.2.1/8/8'],
    ['v=spf1 include -all', 'include'],
    ['v=spf1 includes:x.example -all', 'includes:x.example'],
    ['v=spf1 all:x', 'all:x'],
    ['v=spf1 redirect=', 'redirect='],
    ['v=spf1 redirect=a.example redirect=b.example', 'redirect=b.example'],
    ['v=spf1 a/x -all', 'a/x'],
    ['v=spf1 -all ipv4:192.0.2.1', 'ipv4:192.0.2.1'],
  ])('is invalid: %s', async (record, term) => {
    const { levels, text } = await spfOf(record);
    expect(levels.spf).toBe('problem');
    expect(text('spf')).toContain(`“${term}” is not valid`);
  });

  test('is rejected if the domain has several', async () => {
    const { levels, text } = await report({ [domain]: [spf, 'v=spf1 mx -all'], ...dmarc });
    expect([levels.spf, text('spf')]).toEqual(['problem', expect.stringContaining('more than one record')]);
    const similar = await report({ [domain]: [spf, 'v=spf10 mx -all'], ...dmarc });
    expect(similar.levels.spf).toBe('ok');
  });

  test.each([
    ['v=spf1 +all', 'problem'],
    ['v=spf1 all', 'problem'],
    ['v=spf1 ?all', 'warning'],
    ['v=spf1 mx', 'warning'],
  ])('that rejects no server is reported: %s', async (record, level) => {
    expect((await spfOf(record)).levels.spf).toBe(level);
  });

  test('inherits the “all” of a redirect but not of an include', async () => {
    const other = { 'spf.example.net': ['v=spf1 mx -all'] };
    expect((await spfOf('v=spf1 redirect=spf.example.net', other)).levels.spf).toBe('ok');
    expect((await spfOf('v=spf1 include:spf.example.net', other)).levels.spf).toBe('warning');
  });

  test.each([
    ['without a record', { 'spf.example.net': null }],
    ['that does not exist', {}],
    ['with two records', { 'spf.example.net': [spf, spf] }],
  ])('is unusable if it includes a domain %s', async (_, zone) => {
    const { levels, text } = await spfOf('v=spf1 include:spf.example.net -all', zone);
    expect(levels.spf).toBe('problem');
    expect(text('spf')).toContain('spf.example.net');
  });

  test('allows 10 lookups across its includes', async () => {
    const nested = (count: number): Zone => ({
      'a.example': [`v=spf1 ${'mx '.repeat(count)}-all`],
    });
    expect((await spfOf('v=spf1 include:a.example -all', nested(9))).levels.spf).toBe('ok');
    const over = await spfOf('v=spf1 include:a.example -all', nested(10));
    expect(over.text('spf')).toContain('more than 10 DNS lookups');
    expect(over.levels.spf).toBe('problem');
  });

  test('that includes itself is invalid after 10 queries', async () => {
    const { levels, queries } = await spfOf('v=spf1 include:a.example -all', {
      'a.example': ['v=spf1 include:a.example -all'],
    });
    expect(levels.spf).toBe('problem');
    expect(queries.filter((name) => name === 'a.example')).toHaveLength(10);
  });
});

describe('a DMARC record', () => {
  const dmarcOf = async (zone: Zone, from?: string) => {
    const { levels, text } = await report(
      { [domain]: [spf], 'mail.example.org': [spf], ...zone },
      null,
      from,
    );
    return [levels.dmarc, text('dmarc')] as const;
  };
  const sub = 'builds@mail.example.org';

  test.each([
    ['v=DMARC1; p=none', 'ok', 'delivered as usual'],
    ['v=DMARC1;p=Quarantine', 'ok', 'treated as spam'],
    ['v=DMARC1; p=odd; rua=mailto:d@example.org', 'ok', 'delivered as usual'],
    ['v=DMARC1; p=reject; adkim=s', 'ok', 'must be of exactly example.org'],
    ['v=DMARC1; p=odd', 'problem', 'no valid policy'],
    ['v=DMARC1; p', 'problem', 'no valid policy'],
    ['v=DMARC1; p=none; p=reject', 'problem', 'no valid policy'],
    ['v=DMARC10; p=none', 'warning', 'has no record'],
    ['p=none; v=DMARC1', 'warning', 'has no record'],
  ])('is parsed: %s', async (record, level, text) => {
    expect(await dmarcOf({ '_dmarc.example.org': [record] })).toEqual([level, expect.stringContaining(text)]);
  });

  test('is rejected if the domain has several', async () => {
    const two = ['v=DMARC1; p=none', 'v=DMARC1; p=reject'];
    expect((await dmarcOf({ '_dmarc.example.org': two }))[0]).toBe('problem');
  });

  test('of the organisational domain applies its policy for subdomains', async () => {
    const parent = (record: string) => dmarcOf({ '_dmarc.example.org': [record] }, sub);
    expect((await parent('v=DMARC1; p=reject; sp=none'))[1]).toContain('delivered as usual');
    expect((await parent('v=DMARC1; p=reject'))[1]).toContain('are rejected');
    const own = { '_dmarc.mail.example.org': ['v=DMARC1; p=quarantine; sp=none'] };
    expect((await dmarcOf({ '_dmarc.example.org': ['v=DMARC1; p=reject'], ...own }, sub))[1]).toContain(
      'as spam',
    );
    expect((await dmarcOf({ '_dmarc.example.org': 'fail' }, sub))[0]).toBe('unknown');
  });
});

describe('a DKIM key', () => {
  const dkimOf = async (record: string) => {
    const zone = { [domain]: [spf], ...dmarc, 's1._domainkey.example.org': [record] };
    const { levels, text } = await report(zone, 's1');
    return [levels.dkim, levels.bulk, text('dkim')];
  };

  test.each([
    ['revoked', 'v=DKIM1; p=', 'is revoked'],
    ['of another version', `v=DKIM2; p=${strongKey}`, 'cannot be read'],
    ['without p', 'k=rsa', 'cannot be read'],
    ['cut off', `p=${strongKey.slice(0, 100)}`, 'cannot be read'],
    ['Ed25519 of a wrong length', 'k=ed25519; p=AAAA', 'cannot be read'],
    ['of an unknown type', `k=other; p=${strongKey}`, 'cannot be read'],
    ['of 512 bits', `p=${key(512)}`, 'less than 1024 bits'],
  ])('%s is unusable', async (_, record, text) => {
    expect(await dkimOf(record)).toEqual(['problem', 'warning', expect.stringContaining(text)]);
  });

  test.each([
    ['without a type', `p=${strongKey}`],
    ['of type Ed25519', `k=ed25519; p=${Buffer.alloc(32, 1).toString('base64')}`],
  ])('%s is valid', async (_, record) => {
    expect(await dkimOf(record)).toEqual(['ok', 'ok', expect.stringContaining('valid key')]);
  });
});

test('records of 60,000 characters are read in linear time', async () => {
  const long = (text: string): string => text.repeat(Math.ceil(60_000 / text.length));
  for (const text of [' ', 'a', 'a:', 'mx ', 'x=y ', '/1', ' ;', 'p = ;', '=']) {
    for (const prefix of ['v=spf1 ', 'v=DMARC1;', 'v = DMARC1', 'v=DKIM1;']) {
      const started = performance.now();
      await checkSender({ from: 'a@example.org', selector: 's1' }, async () => ({
        state: 'found',
        records: [prefix + long(text)],
      }));
      expect(performance.now() - started).toBeLessThan(500);
    }
  }
});
