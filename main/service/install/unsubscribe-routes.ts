/**
 * The page on which a recipient declines mail. Mail clients unsubscribe with one POST request (RFC 8058).
 * GET changes nothing, because link scanners open every link of a message.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Translator } from '../../messages/translator.ts';
import { serviceErrors } from '../errors.ts';
import { rejectOtherMethods } from '../http/requests.ts';
import type { ServiceContext } from '../service-context.ts';
import type { DeclinedMail, UnsubscribeRecipient } from '../storage/unsubscription-storage.ts';
import { escapeText } from './escape.ts';
import { page, pageSecurity } from './layout.ts';
import { tokenOf, translatorOfVisitor } from './link-target.ts';

const urlencoded = 'application/x-www-form-urlencoded';
const maxFormBytes = 4 * 1024;

const headers = {
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
  area.addContentTypeParser(
    urlencoded,
    { parseAs: 'string', bodyLimit: maxFormBytes },
    (_request, body, done) => done(null, body),
  );
  area.addContentTypeParser(/^multipart\/form-data/i, (_request, _payload, done) => done(null, ''));
  const show = async (request: FastifyRequest, recipient: UnsubscribeRecipient): Promise<string> => {
    const declined = await unsubscriptions.of(recipient.memberId, recipient.applicationId);
    return unsubscribePage(recipient, declined, translatorOfVisitor(request));
  };
  const recipientOf = async (request: FastifyRequest): Promise<UnsubscribeRecipient> => {
    const recipient = await unsubscriptions.recipient(tokenOf(request));
    if (!recipient) throw serviceErrors.noLink({});
    return recipient;
  };
  area.get(path, async (request, reply) =>
    reply
      .headers(headers)
      .type('text/html; charset=utf-8')
      .send(await show(request, await recipientOf(request))),
  );
  const schema = { consumes: [urlencoded, 'multipart/form-data'] };
  area.post(path, { schema, bodyLimit: maxFormBytes }, async (request, reply) => {
    const recipient = await recipientOf(request);
    const { memberId, applicationId } = recipient;
    const choice = new URLSearchParams(String(request.body)).get('mail');
    if (choice === 'receive') await unsubscriptions.remove(memberId, applicationId);
    else {
      const about = choice === 'decline-all' ? null : applicationId;
      await unsubscriptions.add(memberId, about, parts.clock.now());
    }
    const declined = await unsubscriptions.of(memberId, applicationId);
    parts.log.info('Recipient changed mail subscription', { member: memberId, applicationId, declined });
    // The body of a multipart form is not read, because it contains no choice.
    return reply
      .headers({ ...headers, connection: 'close' })
      .type('text/html; charset=utf-8')
      .send(await show(request, recipient));
  });
  rejectOtherMethods(area, path, ['GET', 'POST']);
}

function unsubscribePage(
  { email, applicationName: name }: UnsubscribeRecipient,
  declined: DeclinedMail,
  translator: Translator,
): string {
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
  const body = `<h1>${escapeText(title)}</h1><p>${escapeText(text)}</p><form method="post">${buttons.join('')}</form>`;
  return page(translator, title, body);
}
