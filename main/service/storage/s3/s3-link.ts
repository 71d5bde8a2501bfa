import { SignatureV4 } from '@smithy/signature-v4';
import { attachment } from '../../http/attachment.ts';
import type { BlobLink } from '../storage.ts';
import type { S3Clients } from './s3-clients.ts';

const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** A presigned address of the object, which needs no connection to the server. */
export async function presignedLink(
  { settings, calls, at }: S3Clients,
  name: string,
  { fileName, contentType, seconds }: BlobLink,
): Promise<string> {
  const { region, accessKeyId, secretAccessKey, pathStyle } = settings;
  const { Bucket, Key } = at(name);
  const endpoint = new URL(settings.endpoint);
  const host = pathStyle ? endpoint.host : `${Bucket}.${endpoint.host}`;
  const folder = endpoint.pathname.replace(/\/$/, '');
  const path = [folder, ...(pathStyle ? [Bucket] : []), ...Key.split('/').map(encode)].join('/');
  const signer = new SignatureV4({
    service: 's3',
    region,
    credentials: { accessKeyId, secretAccessKey },
    sha256: calls.config.sha256,
    uriEscapePath: false,
  });
  const signed = await signer.presign(
    {
      method: 'GET',
      protocol: endpoint.protocol,
      hostname: host,
      path,
      headers: { host, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
      query: {
        'response-content-disposition': attachment(fileName),
        'response-content-type': contentType,
      },
    },
    { expiresIn: seconds, signingDate: new Date(Date.now() + calls.config.systemClockOffset) },
  );
  const query = Object.entries(signed.query ?? {}).map(
    ([key, value]) => `${encode(key)}=${encode(`${value}`)}`,
  );
  return `${endpoint.protocol}//${host}${path}?${query.join('&')}`;
}
