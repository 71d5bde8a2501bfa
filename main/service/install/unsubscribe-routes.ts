/**
 * The page on which a recipient declines mail. Mail clients unsubscribe with one POST request (RFC 8058).
 * GET changes nothing, because link scanners open every link of a message.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Translator } from '../../messages/translator.ts';
import { serviceErrors } from '../errors.ts';
import { rejectOtherMethods } from '../http/requests.ts';
import type { ServiceContext } from '../service-context.ts';
import type { VersionDetails, VersionMemberRecord } from '../storage/records.ts';
import type { DeclinedMail } from '../storage/unsubscription-storage.ts';
import { iconLink } from './addresses.ts';
import { escapeText } from './escape.ts';
import { heading, page, pageSecurity } from './layout.ts';
import { findTarget, tokenOf, translatorOfVisitor } from './link-target.ts';

/** The form has one field. RFC 8058 allows both types. */
const maxFormBytes = 4 * 1024;
const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data'];

const security = {
  ...pageSecurity,
  'content-security-policy': pageSecurity['content-security-policy'].replace(
    "form-action 'none'",
    "form-action 'self'",
  ),
};

/** `area` must be encapsulated, because these routes parse forms differently. */
export function addUnsubscribeRoutes(area: FastifyInstance, path: string, parts: ServiceContext): void {
  const { unsubscriptions } = parts.storage;
  area.removeAllContentTypeParsers();
  for (const type of ['application/x-www-form-urlencoded', /^multipart\/form-data/i]) {
    area.addContentTypeParser(type, { parseAs: 'string', bodyLimit: maxFormBytes }, (_request, body, done) =>
      done(null, body),
    );
  }
  const show = async (request: FastifyRequest, { version, member }: Subject): Promise<string> =>
    unsubscribePage({
      name: version.applicationName,
      email: member.email,
      icon: iconLink(parts.address(), tokenOf(request)),
      declined: await unsubscriptions.of(member.id, version.applicationId),
      translator: translatorOfVisitor(request),
    });
  area.get(path, async (request, reply) =>
    reply
      .headers(security)
      .type('text/html; charset=utf-8')
      .send(await show(request, await subjectOf(request, parts))),
  );
  area.post(path, { schema: { consumes: formTypes }, bodyLimit: maxFormBytes }, async (request, reply) => {
    const subject = await subjectOf(request, parts);
    const { version, member } = subject;
    const choice = new URLSearchParams(String(request.body)).get('mail');
    const { applicationId } = version;
    if (choice === 'receive') await unsubscriptions.remove(member.id, applicationId);
    else {
      const about = choice === 'decline-all' ? null : applicationId;
      await unsubscriptions.add(member.id, about, parts.clock.now());
    }
    const declined = await unsubscriptions.of(member.id, applicationId);
    parts.log.info('Recipient changed mail subscription', { member: member.id, applicationId, declined });
    return reply
      .headers(security)
      .type('text/html; charset=utf-8')
      .send(await show(request, subject));
  });
  rejectOtherMethods(area, path, ['GET', 'POST']);
}

type Subject = { readonly version: VersionDetails; readonly member: VersionMemberRecord['member'] };

/** Returns the recipient of a personal link, even if the version is inactive. Throws `service/noLink`. */
async function subjectOf(request: FastifyRequest, parts: ServiceContext): Promise<Subject> {
  const target = await findTarget(request, parts);
  if (target.kind !== 'version' || !target.share) throw serviceErrors.noLink({});
  return { version: target.version, member: target.share.member };
}

function unsubscribePage({
  name,
  email,
  icon,
  declined,
  translator,
}: {
  readonly name: string;
  readonly email: string;
  readonly icon: string;
  readonly declined: DeclinedMail;
  readonly translator: Translator;
}): string {
  const { translate } = translator;
  const title = translate('unsubscribe/title');
  const button = (choice: string, text: string): string =>
    `<button class="go" name="mail" value="${choice}">${escapeText(text)}</button>`;
  const buttons =
    declined === 'nothing'
      ? [
          button('decline', translate('unsubscribe/decline', { name })),
          button('decline-all', translate('unsubscribe/declineAll')),
        ]
      : [button('receive', translate('unsubscribe/receive'))];
  const text = translate(`unsubscribe/${declined}`, { name, email });
  const body = `${heading(name, icon, null)}<h2>${escapeText(title)}</h2><p>${escapeText(text)}</p><form method="post">${buttons.join('')}</form>`;
  return page(translator, title, body, icon);
}
