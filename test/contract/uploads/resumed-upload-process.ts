/** Uploads one file and is killed in the middle. Arguments: URL, journal, file. */
import { openResumableQueue, storeRequest } from './resumable-queue.ts';

const [url = '', journalPath = '', path = ''] = process.argv.slice(2);
const { uploads, close } = openResumableQueue(url, journalPath);
const { id } = await uploads.add(storeRequest(path));
await uploads.start();
await uploads.idle();
process.stdout.write(`${uploads.get(id)?.state}\n`);
await close();
