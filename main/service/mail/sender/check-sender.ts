/** Checks SPF, DKIM and DMARC of a sender address, without a test message. */
import { domainToASCII } from 'node:url';
import { type Message, messageOf } from '../../../messages/message.ts';
import { serviceErrors } from '../../errors.ts';
import type { SenderFinding, SenderReport } from '../../service-view.ts';
import { type DkimResult, readDkim } from './dkim.ts';
import { type DmarcResult, readDmarc } from './dmarc.ts';
import { readSpf, type SpfResult } from './spf.ts';
import type { TxtLookup } from './txt-lookup.ts';

type Level = SenderFinding['level'];

/** `from`: `user@host` or `Name <user@host>`. Throws `service/mailDns` if DNS does not respond. */
export async function checkSender(
  { from, selector }: { readonly from: string; readonly selector: string | null },
  lookup: TxtLookup,
): Promise<SenderReport> {
  const domain = domainOf(from);
  const answer = domain === '' ? { state: 'no-domain' as const } : await lookup(domain);
  if (answer.state === 'no-domain') {
    const text = messageOf('sender/noDomain', { domain: domain || from });
    const action = messageOf('sender/noDomainAction');
    return { domain, selector, findings: [{ about: 'domain', level: 'problem', text, action }] };
  }
  const [spf, dkim, dmarc] = await Promise.all([
    readSpf(domain, async (name) => (name === domain ? answer : lookup(name))),
    selector === null ? null : readDkim(domain, selector, lookup),
    readDmarc(domain, lookup),
  ]);
  if (answer.state === 'unknown' && dmarc.state === 'unknown') throw serviceErrors.mailDns({ domain });
  const found = [
    spfFinding(domain, spf),
    dkimFinding(domain, selector, dkim),
    dmarcFinding(domain, dmarc),
  ] as const;
  return { domain, selector, findings: [...found, ...requirements(...found)] };
}

const domainOf = (from: string): string =>
  domainToASCII(
    from
      .slice(from.lastIndexOf('@') + 1)
      .replace('>', '')
      .trim()
      .replace(/\.$/, ''),
  );

function finding(
  about: SenderFinding['about'],
  level: Level,
  text: Message,
  action: Message | null = null,
): SenderFinding {
  return { about, level, text, action };
}

function spfFinding(domain: string, result: SpfResult): SenderFinding {
  const problem = (text: Message, action: Message) => finding('spf', 'problem', text, action);
  switch (result.state) {
    case 'valid':
      return validSpf(domain, result.all);
    case 'missing':
      return problem(messageOf('sender/spfMissing', { domain }), messageOf('sender/spfMissingAction'));
    case 'several':
      return problem(messageOf('sender/spfSeveral', { domain }), messageOf('sender/spfSeveralAction'));
    case 'syntax':
      return problem(
        messageOf('sender/spfSyntax', { domain, term: result.at }),
        messageOf('sender/spfSyntaxAction'),
      );
    case 'include':
      return problem(
        messageOf('sender/spfInclude', { domain, included: result.at }),
        messageOf('sender/spfSyntaxAction'),
      );
    case 'too-many-lookups':
      return problem(messageOf('sender/spfLookups', { domain }), messageOf('sender/spfLookupsAction'));
    case 'unknown':
      return finding('spf', 'unknown', messageOf('sender/spfUnknown', { name: result.at }), tryLater());
  }
}

function validSpf(domain: string, all: string | null): SenderFinding {
  const action = messageOf('sender/spfAllAction');
  if (all === '+') return finding('spf', 'problem', messageOf('sender/spfOpen', { domain }), action);
  if (all === '-' || all === '~') return finding('spf', 'ok', messageOf('sender/spfGood', { domain }));
  return finding('spf', 'warning', messageOf('sender/spfNeutral', { domain }), action);
}

function dkimFinding(domain: string, selector: string | null, result: DkimResult | null): SenderFinding {
  if (selector === null || result === null) {
    const action = messageOf('sender/dkimSelectorAction', { domain });
    return finding('dkim', 'unknown', messageOf('sender/dkimSelector'), action);
  }
  const values = { domain, selector };
  const renew = messageOf('sender/dkimAction');
  switch (result.state) {
    case 'valid':
      return finding('dkim', 'ok', messageOf('sender/dkimGood', values));
    case 'unknown':
      return finding('dkim', 'unknown', messageOf('sender/dkimUnknown', values), tryLater());
    case 'missing':
      return finding('dkim', 'problem', messageOf('sender/dkimMissing', values), renew);
    case 'revoked':
      return finding('dkim', 'problem', messageOf('sender/dkimRevoked', values), renew);
    case 'invalid':
      return finding('dkim', 'problem', messageOf('sender/dkimInvalid', values), renew);
    case 'short':
      return finding('dkim', 'problem', messageOf('sender/dkimShort', values), renew);
  }
}

function dmarcFinding(domain: string, result: DmarcResult): SenderFinding {
  const publish = messageOf('sender/dmarcAction', { domain });
  switch (result.state) {
    case 'valid': {
      const effects = {
        none: messageOf('sender/dmarcNone'),
        quarantine: messageOf('sender/dmarcQuarantine'),
        reject: messageOf('sender/dmarcReject'),
      };
      const { strict, policy } = result;
      const values = { domain: result.domain, sender: domain, effect: effects[policy], strict };
      return finding('dmarc', 'ok', messageOf('sender/dmarcGood', values));
    }
    case 'missing':
      return finding('dmarc', 'warning', messageOf('sender/dmarcMissing', { domain }), publish);
    case 'several':
    case 'invalid': {
      const { domain } = result;
      const text =
        result.state === 'several'
          ? messageOf('sender/dmarcSeveral', { domain })
          : messageOf('sender/dmarcInvalid', { domain });
      return finding('dmarc', 'problem', text, publish);
    }
    case 'unknown':
      return finding('dmarc', 'unknown', messageOf('sender/dmarcUnknown', { domain }), tryLater());
  }
}

const tryLater = (): Message => messageOf('sender/tryLater');

/**
 * Requirements of Gmail and Yahoo (support.google.com/a/answer/81126, senders.yahooinc.com), and of
 * Outlook.com for 5,000 messages a day (550 5.7.515).
 */
function requirements(spf: SenderFinding, dkim: SenderFinding, dmarc: SenderFinding): SenderFinding[] {
  const any = combined([spf, dkim], 'one');
  const bulk = combined([spf, dkim, dmarc], 'all');
  const anyTexts = {
    met: messageOf('sender/anyMet'),
    missed: messageOf('sender/anyMissed'),
    unknown: messageOf('sender/anyUnknown'),
  };
  const bulkTexts = {
    met: messageOf('sender/bulkMet'),
    missed: messageOf('sender/bulkMissed'),
    unknown: messageOf('sender/bulkUnknown'),
  };
  return [
    finding('any-volume', levelOf(any, 'problem'), anyTexts[any]),
    finding('bulk', levelOf(bulk, 'warning'), bulkTexts[bulk]),
  ];
}

type Verdict = 'met' | 'missed' | 'unknown';

function levelOf(verdict: Verdict, missed: Level): Level {
  if (verdict === 'met') return 'ok';
  return verdict === 'missed' ? missed : 'unknown';
}

/** A DMARC warning means that there is no record; an SPF warning still lets messages pass. */
function combined(findings: readonly SenderFinding[], needed: 'one' | 'all'): Verdict {
  const isMet = ({ about, level }: SenderFinding) =>
    level === 'ok' || (about === 'spf' && level === 'warning');
  const isMissed = (each: SenderFinding) => !isMet(each) && each.level !== 'unknown';
  const [met, missed] =
    needed === 'one'
      ? [findings.some(isMet), findings.every(isMissed)]
      : [findings.every(isMet), findings.some(isMissed)];
  if (met) return 'met';
  return missed ? 'missed' : 'unknown';
}
