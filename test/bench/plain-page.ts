/** A minimal Node server whose page has a row for each record of the journal. Sends its URL to the parent. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { UploadRecord } from '../../main/uploads/record/record.ts';

const [dataDir = ''] = process.argv.slice(2);

function row(record: UploadRecord): string {
  const time = new Date(record.finishedAt ?? record.addedAt).toISOString();
  const { name, versionName, build, platform } = record.package ?? {};
  return `<li tabindex="-1"><b>${name}</b> ${versionName} (${build})<br>${platform} · ${record.path}
    <span>${record.machine.kind} ${time}</span><button>Copy link</button><button>More</button></li>`;
}

const server = createServer((_, response) => {
  const database = new DatabaseSync(join(dataDir, 'journal.db'), { readOnly: true });
  const records = database
    .prepare('SELECT record FROM uploads')
    .all()
    .map((each) => JSON.parse(String(each['record'])) as UploadRecord);
  database.close();
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
  response.end(`<!doctype html><title>Uploads</title><ul>${records.map(row).join('')}</ul>`);
});
server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
});
process.on('disconnect', () => process.exit());
