/** A minimal page to compare with: a row for each version, and a filter field. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestVersion } from '../../main/api/wire.ts';

type Shown = Pick<
  TestVersion,
  | 'version'
  | 'platformTypeName'
  | 'fileSize'
  | 'uploadDateTimeUtc'
  | 'releaseNote'
  | 'uniqueName'
  | 'isActive'
>;

const row = (version: Shown): string =>
  `<li title="${version.version} ${version.releaseNote ?? ''}"><input type="checkbox" ${version.isActive ? 'checked' : ''}><b>${version.version}</b>
   ${version.platformTypeName}<br>${version.fileSize} · ${version.uploadDateTimeUtc} · ${version.releaseNote ?? ''}
   <button>Send</button><button>More</button></li>`;

const script = `
const list = document.querySelector('ul');
const rows = [...list.children].map((row) => [row, row.title.toLowerCase()]);
document.querySelector('input').addEventListener('input', (event) => {
  const wanted = event.target.value.toLowerCase();
  let shown = 0;
  for (const [row, text] of rows) {
    row.hidden = !text.includes(wanted);
    if (!row.hidden) shown += 1;
  }
  list.dataset.shown = shown;
});`;

export function plainVersions(versions: readonly Shown[]): string {
  const newestFirst = versions.toSorted((a, b) => b.uploadDateTimeUtc.localeCompare(a.uploadDateTimeUtc));
  return `<!doctype html><title>Versions</title><style>input[type=search] { position: fixed; inset: 0 0 auto auto }</style>
    <input type="search"><ul data-shown="${versions.length}">${newestFirst.map(row).join('')}</ul><script>${script}</script>`;
}

/** Serves the page. It loads the versions from the service each time. */
export async function plainVersionsServer(url: string, token: string) {
  const server = createServer(async (_, response) => {
    const answer = await fetch(`${url}/api/v3/testingdist/profiles/1`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { profiles } = (await answer.json()) as { readonly profiles: readonly Shown[] };
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(plainVersions(profiles));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}
